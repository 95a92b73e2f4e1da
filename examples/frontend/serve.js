// Serves the page: node serve.js, then open http://127.0.0.1:3000
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const FILES = { '/': ['index.html', 'text/html'], '/app.js': ['app.js', 'text/javascript'] };

export const server = createServer(({ url }, response) => {
  const path = new URL(url ?? '/', 'http://127.0.0.1').pathname;
  const [file, type] = Object.hasOwn(FILES, path) ? FILES[path] : [];
  if (!file) return response.writeHead(404).end();
  return response.writeHead(200, { 'content-type': type }).end(readFileSync(new URL(file, import.meta.url)));
});

if (import.meta.filename === process.argv[1]) server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
