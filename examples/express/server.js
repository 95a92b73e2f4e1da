import { randomUUID } from 'node:crypto';
import express from 'express';

const todos = [];

class Problem extends Error {
  constructor(status, title) {
    super(title);
    this.status = status;
  }
}

/** Reads `?limit=20`, which may be absent. */
function readLimit(value) {
  if (value === undefined) return 20;
  if (typeof value === 'string' && /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 100)
    return Number(value);
  throw new Problem(400, 'limit must be an integer from 1 to 100');
}

function readTodo(body) {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Problem(422, 'expected a JSON object');
  const { title, done = false, ...others } = body;
  const length = typeof title === 'string' ? [...title].length : 0;
  if (length < 1 || length > 100) throw new Problem(422, 'title must be a string of 1 to 100 characters');
  if (typeof done !== 'boolean') throw new Problem(422, 'done must be a boolean');
  if (Object.keys(others).length > 0) throw new Problem(422, `unknown property ${Object.keys(others)[0]}`);
  return { id: randomUUID(), title, done };
}

const app = express();

// `strict: false` leaves it to readTodo to reject what is no object.
app.use(express.json({ strict: false }));

app.get('/todos', (request, response) => {
  response.json(todos.slice(-readLimit(request.query.limit)).reverse());
});

app.post('/todos', (request, response) => {
  if (!request.is('application/json')) throw new Problem(415, 'expected application/json');
  const todo = readTodo(request.body);
  todos.push(todo);
  response.status(201).location(`/todos/${todo.id}`).json(todo);
});

app.use(() => {
  throw new Problem(404, 'not found');
});

// Without a handler of four parameters, Express renders errors as HTML.
app.use((error, _request, response, _next) => {
  const status = error.status ?? 500;
  response.status(status).type('application/problem+json').json({ status, title: error.message });
});

const port = Number(process.env.PORT ?? 3000);
app.listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}`));
