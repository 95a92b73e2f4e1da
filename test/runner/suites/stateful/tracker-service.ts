type Values = Record<string, unknown>;
interface Kept {
  readonly collection: string;
  readonly id: string;
  values: Values;
}

export interface TrackerFaults {
  readonly storesUnknownReference?: boolean;
  readonly storesReversed?: boolean;
  readonly takesReversed?: boolean;
  readonly storesConflict?: boolean;
  readonly storesBadBudget?: boolean;
  readonly storesIncomplete?: boolean;
  readonly keepsEmails?: boolean;
  readonly trims?: boolean;
  readonly keepsBlanks?: boolean;
  readonly keepsCase?: boolean;
  readonly secondKey?: 'reverse' | 'none';
  readonly sortsByCode?: boolean;
  readonly reversedTasks?: boolean;
  readonly numbers?: 'global' | 'reused';
  readonly takesUnknownTags?: boolean;
  readonly keepsTags?: boolean;
  readonly color?: string | null;
  readonly counts?: 'all' | 'created';
}

type Rule = (value: unknown) => boolean;
const isText: Rule = (value) => typeof value === 'string' && value !== '' && [...value].length <= 60;
const isUuid: Rule = (value) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
const isDay: Rule = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
const areUuids: Rule = (value) => Array.isArray(value) && value.every(isUuid) && new Set(value).size === value.length;
const RULES: Record<string, { required: string[]; rules: Record<string, Rule> }> = {
  offices: { required: ['name'], rules: { name: isText } },
  departments: {
    required: ['name', 'code', 'officeId'],
    rules: {
      name: isText,
      code: (value) => typeof value === 'string' && /^[A-Z]{2,12}$/.test(value),
      officeId: isUuid,
      budget: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 1_000_000,
    },
  },
  employees: {
    required: ['email', 'firstName', 'lastName', 'departmentId'],
    rules: {
      email: (value) => typeof value === 'string' && /^[^@\s]+@[^@\s]+$/.test(value) && value.length <= 80,
      firstName: isText,
      lastName: isText,
      departmentId: isUuid,
      bio: (value) => typeof value === 'string' && [...value].length <= 200,
    },
  },
  projects: { required: ['name'], rules: { name: isText, startsOn: isDay, endsOn: isDay } },
  tasks: {
    required: ['title'],
    rules: {
      title: isText,
      status: (value) => ['todo', 'doing', 'done'].includes(String(value)),
      tagIds: areUuids,
    },
  },
  tags: {
    required: ['name'],
    rules: { name: isText, color: (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value) },
  },
};

export function trackerApp(faults: TrackerFaults = {}): (request: Request) => Promise<Response> {
  const kept: Kept[] = [];
  const emails = new Set<unknown>();
  const numbers = new Map<string, number>();
  const reply = (status: number, body?: unknown) =>
    body === undefined ? new Response(null, { status }) : Response.json(body, { status });
  const find = (kind: string, id: unknown) => kept.find((each) => each.collection === kind && each.id === id);
  const show = ({ id, values, collection }: Kept) => ({
    id,
    ...values,
    ...(collection === 'projects' && { openTasks: openTasks(id) }),
  });
  const openTasks = (project: string) => {
    const own = kept.filter(({ collection }) => collection === `projects/${project}/tasks`);
    return own.filter(({ values }) => {
      if (faults.counts === 'all') return true;
      if (faults.counts === 'created') return values['first'] !== 'done';
      return values['status'] !== 'done';
    }).length;
  };
  const compare = (a: unknown, b: unknown) => Number(String(a) > String(b)) - Number(String(a) < String(b));
  function list(collection: string): Kept[] {
    const own = kept.filter((each) => each.collection === collection);
    const by = (name: string) => (a: Kept, b: Kept) => compare(a.values[name], b.values[name]);
    if (collection === 'employees')
      return own.toSorted((a, b) => {
        const second = by('firstName')(a, b);
        return by('lastName')(a, b) || (faults.secondKey === 'reverse' ? -second : faults.secondKey ? 0 : second);
      });
    if (collection === 'projects') {
      const fold = (value: unknown) => (faults.sortsByCode ? String(value) : String(value).toLowerCase());
      return own.toSorted((a, b) => compare(fold(a.values['name']), fold(b.values['name'])));
    }
    if (collection.endsWith('/tasks')) {
      const sorted = own.toSorted((a, b) => Number(a.values['number']) - Number(b.values['number']));
      return faults.reversedTasks ? sorted.toReversed() : sorted;
    }
    return own;
  }
  function numberFor(collection: string): number {
    const own = kept.filter((each) => each.collection === collection);
    if (faults.numbers === 'reused') return Math.max(0, ...own.map(({ values }) => Number(values['number']))) + 1;
    const key = faults.numbers === 'global' ? '' : collection;
    numbers.set(key, (numbers.get(key) ?? 0) + 1);
    return numbers.get(key) ?? 0;
  }
  function normalized(kind: string, sent: Values): Values {
    const values = { ...sent };
    if (kind === 'departments' && !faults.keepsBlanks) values['name'] = String(sent['name']).trim();
    if (kind === 'employees' && !faults.keepsCase) values['email'] = String(sent['email']).toLowerCase();
    if (kind === 'employees' && faults.trims && sent['bio'] !== undefined) values['bio'] = String(sent['bio']).trim();
    if (kind === 'tags' && sent['color'] === undefined && faults.color !== null)
      values['color'] = faults.color ?? '#cccccc';
    return values;
  }
  return async (request) => {
    const parts = new URL(request.url).pathname.split('/').slice(1);
    const isItem = parts.length % 2 === 0;
    const collection = parts.slice(0, isItem ? -1 : undefined).join('/');
    const kind = parts.length > 2 ? 'tasks' : (parts[0] ?? '');
    if (parts.length > 2 && !find('projects', parts[1])) return reply(404, {});
    const record = isItem ? find(collection, parts.at(-1)) : undefined;
    if (isItem && !record) return reply(404, {});
    if (request.method === 'GET' || request.method === 'HEAD')
      return record ? reply(200, show(record)) : reply(200, list(collection).map(show));
    if (request.method === 'DELETE' && record) {
      kept.splice(kept.indexOf(record), 1);
      if (kind === 'tags' && !faults.keepsTags)
        for (const { values } of kept)
          if (Array.isArray(values['tagIds'])) values['tagIds'] = values['tagIds'].filter((each) => each !== record.id);
      if (kind === 'projects')
        for (const each of kept.filter((one) => one.collection === `projects/${record.id}/tasks`))
          kept.splice(kept.indexOf(each), 1);
      return reply(204);
    }
    let sent: Values;
    try {
      sent = JSON.parse(await request.text());
    } catch {
      return reply(400, {});
    }
    const rule = RULES[kind];
    if (!rule || typeof sent !== 'object' || sent === null || Array.isArray(sent)) return reply(400, {});
    const store = () => {
      if (record)
        record.values = {
          ...('number' in record.values && { number: record.values['number'] }),
          ...normalized(kind, sent),
        };
    };
    const isComplete = rule.required.every((name) => name in sent);
    const isKnown = Object.entries(sent).every(([name, value]) => {
      if (name === 'budget' && faults.storesBadBudget && record && Number.isInteger(value)) return true;
      return rule.rules[name]?.(value) === true;
    });
    if (!isKnown) return reply(400, {});
    if (!isComplete) {
      if (faults.storesIncomplete && record) record.values = { ...record.values, ...sent };
      return reply(400, {});
    }
    if (faults.storesBadBudget && record && Number(sent['budget'] ?? 0) < 0) {
      store();
      return reply(400, {});
    }
    const values = normalized(kind, sent);
    const isMissing =
      (kind === 'departments' && !find('offices', sent['officeId'])) ||
      (kind === 'employees' && !find('departments', sent['departmentId'])) ||
      (!faults.takesUnknownTags &&
        Array.isArray(sent['tagIds']) &&
        !sent['tagIds'].every((each) => find('tags', each)));
    if (isMissing) {
      if (faults.storesUnknownReference && record) store();
      return reply(422, {});
    }
    if (String(sent['startsOn'] ?? '') > String(sent['endsOn'] ?? '9999')) {
      if (faults.storesReversed && record) store();
      if (!faults.takesReversed || !record) return reply(422, {});
    }
    const unique = kind === 'departments' ? 'code' : kind === 'employees' ? 'email' : undefined;
    const isTaken =
      unique !== undefined &&
      (kept.some(
        (each) => each.collection === collection && each !== record && each.values[unique] === values[unique],
      ) ||
        (faults.keepsEmails && emails.has(values[unique]) && record?.values[unique] !== values[unique]));
    if (isTaken) {
      if (faults.storesConflict && record) store();
      return reply(409, {});
    }
    if (unique) emails.add(values[unique]);
    if (record) {
      store();
      return reply(200, show(record));
    }
    const made: Kept = {
      collection,
      id: crypto.randomUUID(),
      values: {
        ...values,
        ...(kind === 'tasks' && {
          status: values['status'] ?? 'todo',
          tagIds: values['tagIds'] ?? [],
          number: numberFor(collection),
          first: values['status'],
        }),
      },
    };
    kept.push(made);
    return reply(201, show(made));
  };
}
