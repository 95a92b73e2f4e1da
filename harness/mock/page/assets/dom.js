// Builds the page. Text enters it as text only, never as HTML: names and values of the document may come from anybody.

/** Creates an element with attributes and children; a string is text. */
export function element(name, attributes = {}, ...children) {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (key.startsWith('on')) created.addEventListener(key.slice(2), value);
    else created.setAttribute(key, value === true ? '' : String(value));
  }
  created.append(...children.flat().filter((child) => child !== undefined));
  return created;
}

export function byId(id) {
  return document.getElementById(id);
}

let fields = 0;

/** Creates a labeled input, select or textarea; `hint` describes it. */
export function field(label, control, hint) {
  fields += 1;
  control.id = `field-${fields}`;
  const note = hint ? element('small', { id: `hint-${fields}` }, hint) : undefined;
  if (note) control.setAttribute('aria-describedby', note.id);
  return element('div', { class: 'field' }, element('label', { for: control.id }, label), control, note);
}

export function button(text, onclick, attributes = {}) {
  return element('button', { type: 'button', onclick, ...attributes }, text);
}

/** Creates a select from pairs of value and text, or from texts. */
export function select(choices, attributes = {}) {
  const options = choices.map((choice) => {
    const [value, text] = Array.isArray(choice) ? choice : [choice, choice];
    return element('option', { value }, text);
  });
  return element('select', attributes, options);
}

/** Tells everybody, screen readers too, what happened. */
export function announce(text, isError = false) {
  const status = byId('status');
  status.textContent = text;
  status.classList.toggle('bad', isError);
  clearTimeout(announce.timer);
  if (!isError) announce.timer = setTimeout(() => status.replaceChildren(), 6000);
}

/** Runs something that may fail, and announces the error. */
export function reporting(action) {
  return async (...parameters) => {
    try {
      await action(...parameters);
    } catch (error) {
      announce(error instanceof Error ? error.message : String(error), true);
    }
  };
}

/** Formats JSON text over several lines, without reading its numbers; other text stays as it is. */
export function prettyJson(text) {
  let [result, indent, isString] = ['', '', false];
  if (!/^\s*[[{]/.test(text)) return text;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isString) {
      result += character;
      if (character === '\\') result += text[++index] ?? '';
      else if (character === '"') isString = false;
    } else if (character === '"') {
      result += character;
      isString = true;
    } else if ('[{'.includes(character)) {
      const end = text.slice(index + 1).match(/^\s*([\]}])/);
      if (end) {
        result += character + end[1];
        index += end[0].length;
      } else {
        indent += '  ';
        result += `${character}\n${indent}`;
      }
    } else if (']}'.includes(character)) {
      indent = indent.slice(2);
      result += `\n${indent}${character}`;
    } else if (character === ',') result += `,\n${indent}`;
    else if (character === ':') result += ': ';
    else if (!/\s/.test(character)) result += character;
  }
  return result;
}
