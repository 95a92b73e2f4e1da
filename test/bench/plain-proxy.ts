/** A proxy that only forwards: `plain-proxy.js PORT BACKEND`. */
import { Agent } from 'node:http';
import { createProxyServer } from 'http-proxy-3';

const [port, target = ''] = process.argv.slice(2);
createProxyServer({ target, agent: new Agent({ keepAlive: true }) }).listen(Number(port), '127.0.0.1');
