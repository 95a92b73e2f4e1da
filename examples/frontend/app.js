// A list of contacts with a form. The API is at ?api=URL, by default the mock's.
const api = new URLSearchParams(location.search).get('api') ?? 'http://127.0.0.1:4010';
const FIELDS = ['name', 'email', 'phone'];
const byId = (id) => document.getElementById(id);
/** The contact that the form edits; undefined for a new one. */
let edited;

/** Sends a request. @throws {Failure} for an error response, or if none comes */
async function send(method, path, body) {
  const response = await fetch(api + path, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  }).catch(() => {
    throw new Failure(0, { message: 'The server cannot be reached.' });
  });
  const content = response.status === 204 ? undefined : await response.json();
  if (!response.ok) throw new Failure(response.status, content);
  return content;
}

class Failure extends Error {
  constructor(status, { message, errors = [] }) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

async function showContacts() {
  byId('state').textContent = 'Loading…';
  byId('retry').hidden = true;
  try {
    const { items, total } = await send('GET', '/contacts');
    byId('contacts').replaceChildren(...items.map(contactItem));
    byId('state').textContent = total === 0 ? 'No contacts yet. Add the first one.' : `${total} contacts`;
  } catch (failure) {
    byId('contacts').replaceChildren();
    byId('state').textContent = failure.status >= 500 ? 'The server has a problem.' : failure.message;
    byId('retry').hidden = false;
  }
}

function contactItem(contact) {
  const item = document.createElement('li');
  item.append(`${contact.name}, ${contact.email} `);
  item.append(
    button('Edit', contact, () => edit(contact)),
    ' ',
    button('Delete', contact, () => remove(contact)),
  );
  return item;
}

function button(text, { name }, onclick) {
  const created = document.createElement('button');
  created.type = 'button';
  created.textContent = text;
  created.setAttribute('aria-label', `${text} ${name}`);
  created.addEventListener('click', onclick);
  return created;
}

/** Fills the form with a contact, or empties it. */
function edit(contact) {
  edited = contact;
  for (const field of FIELDS) byId(field).value = contact?.[field] ?? '';
  byId('form-title').textContent = contact ? `Edit ${contact.name}` : 'New contact';
  byId('cancel').hidden = contact === undefined;
  showErrors({ message: '', errors: [] });
}

async function remove(contact) {
  try {
    await send('DELETE', `/contacts/${contact.id}`);
  } catch (failure) {
    // Somebody else was faster: it is gone, as wanted.
    if (failure.status !== 404) {
      byId('state').textContent = `${contact.name} could not be deleted: ${failure.message}`;
      return;
    }
  }
  await showContacts();
}

async function save(event) {
  event.preventDefault();
  const contact = {};
  for (const field of FIELDS) if (byId(field).value !== '') contact[field] = byId(field).value;
  try {
    await (edited ? send('PUT', `/contacts/${edited.id}`, contact) : send('POST', '/contacts', contact));
    edit(undefined);
    await showContacts();
  } catch (failure) {
    showErrors(failure);
  }
}

/** Shows each error beside its field, and the message if it is about none. */
function showErrors({ message, errors }) {
  for (const field of FIELDS) {
    const own = errors.filter((each) => each.field === field).map((each) => each.message);
    byId(`${field}-error`).textContent = own.join('; ');
    byId(field).setAttribute('aria-invalid', String(own.length > 0));
  }
  byId('form-error').textContent = errors.length > 0 ? 'Please correct the marked fields.' : message;
}

byId('retry').addEventListener('click', showContacts);
byId('cancel').addEventListener('click', () => edit(undefined));
byId('form').addEventListener('submit', save);
await showContacts();
