// Who may do what, as data: the server checks it, the tests walk it and docs/access.md is made from it.
import type { Role } from './roles.ts';

/** What a principal must not be bound to, for things that reach further than it does. */
export type Bond = 'tenant' | 'workflows' | 'user';

interface Subject {
  about: string;
  /** A key with one of these bonds is refused, whatever its role; a key always has that of its tenant. */
  refuses: readonly Bond[];
  /** Rows of it that a key's bonds leave out are not there for it. */
  hides: readonly Bond[];
}

/** What actions are done to. */
export const subjects = {
  deployment: {
    about: 'What all tenants share: plugins, secrets, settings, metrics.',
    refuses: ['tenant', 'workflows', 'user'],
    hides: [],
  },
  everyone: {
    about:
      'What concerns all people and workflows of a tenant: the audit log, and all that is kept of a person.',
    refuses: ['workflows', 'user'],
    hides: ['tenant'],
  },
  shared: {
    about:
      'What the workflows of a tenant share: stored agents, and models and tools used beside a workflow.',
    refuses: ['workflows'],
    hides: ['tenant'],
  },
  agent: {
    about: 'Stored agents, to look at: for a key bound to workflows those that its workflows use.',
    refuses: [],
    hides: ['tenant', 'workflows'],
  },
  workflow: {
    about: 'A workflow, by its id.',
    refuses: [],
    hides: ['tenant', 'workflows'],
  },
  conversation: {
    about:
      'A conversation and all that is in it: messages, runs, events, steps, recordings, hand-offs, forks. It is its owner’s, and belongs to the workflows that took part in it: a key bound to workflows sees it if no other did.',
    refuses: [],
    hides: ['tenant', 'workflows', 'user'],
  },
  schedule: {
    about: 'A schedule: it is its owner’s, and belongs to the workflow that it runs.',
    refuses: [],
    hides: ['tenant', 'workflows', 'user'],
  },
  file: {
    about: 'A file: its owner’s, and of the conversations that use it.',
    refuses: [],
    hides: ['tenant', 'workflows', 'user'],
  },
  store: {
    about:
      'Items of LangGraph’s store: everybody whose key is bound to a person has a space of their own, the others share one.',
    refuses: ['workflows'],
    hides: ['tenant', 'user'],
  },
  key: {
    about: 'API keys that have no more than the one that asks: neither role nor workflows nor people.',
    refuses: [],
    hides: ['tenant', 'workflows', 'user'],
  },
  person: {
    about: 'What is known of a person: one’s own, and others’ for authors whose key is bound to nobody.',
    refuses: [],
    hides: ['tenant'],
  },
  self: { about: 'What the key itself may do.', refuses: [], hides: [] },
  catalogue: {
    about: 'What there is to build with: tools, node kinds, plugins, models.',
    refuses: [],
    hides: [],
  },
} as const satisfies Record<string, Subject>;
export type SubjectName = keyof typeof subjects;

export interface ActionRule {
  /** The least role. */
  role: Role;
  on: SubjectName;
  /** Whether the audit log has an entry of it. */
  audited: boolean;
}

const read = (on: SubjectName, role: Role = 'viewer'): ActionRule => ({ role, on, audited: false });
const use = (on: SubjectName, role: Role = 'operator'): ActionRule => ({ role, on, audited: false });
const change = (on: SubjectName, role: Role): ActionRule => ({ role, on, audited: true });

/** Everything that can be asked for, by the name that the audit log has for it. */
export const actions = {
  'self.read': read('self'),
  'catalogue.read': read('catalogue'),
  'conversation.read': read('conversation'),
  'conversation.create': use('conversation'),
  'conversation.update': use('conversation'),
  'conversation.change': change('conversation', 'operator'),
  'conversation.delete': change('conversation', 'operator'),
  'message.send': use('conversation'),
  'run.read': read('conversation'),
  'run.rate': change('conversation', 'operator'),
  'run.cancel': change('conversation', 'operator'),
  'run.resume': change('conversation', 'operator'),
  'run.fork': change('conversation', 'operator'),
  'run.replay': change('conversation', 'operator'),
  'run.try': change('conversation', 'operator'),
  'run.delete': change('conversation', 'operator'),
  'handoff.read': read('conversation'),
  'handoff.answer': change('conversation', 'operator'),
  'usage.read': read('conversation'),
  'schedule.read': read('schedule'),
  'schedule.create': change('schedule', 'operator'),
  'schedule.update': change('schedule', 'operator'),
  'schedule.delete': change('schedule', 'operator'),
  'file.read': read('file'),
  'file.upload': use('file'),
  'file.delete': change('file', 'operator'),
  'item.read': read('store'),
  'item.write': use('store'),
  'webhook.read': read('conversation'),
  'webhook.redeliver': change('conversation', 'operator'),
  'webhook.secret': read('everyone', 'admin'),
  'workflow.read': read('workflow'),
  'workflow.check': read('catalogue'),
  'workflow.draft': use('shared', 'author'),
  'workflow.try': use('workflow', 'author'),
  'workflow.put': change('workflow', 'author'),
  'workflow.layout': change('workflow', 'author'),
  'workflow.gate': change('workflow', 'author'),
  'workflow.publish': change('workflow', 'author'),
  'workflow.delete': change('workflow', 'author'),
  'agent.read': read('agent'),
  'agent.put': change('shared', 'author'),
  'agent.delete': change('shared', 'author'),
  'agent.try': use('shared', 'author'),
  'tool.call': use('shared'),
  'tool.try': change('shared', 'operator'),
  'profile.read': read('person'),
  'profile.put': change('person', 'author'),
  'key.read': read('key', 'admin'),
  'key.create': change('key', 'admin'),
  'key.rotate': change('key', 'admin'),
  'key.revoke': change('key', 'admin'),
  'audit.read': read('everyone', 'admin'),
  'person.read': read('everyone', 'admin'),
  'person.export': change('everyone', 'admin'),
  'person.erase': change('everyone', 'admin'),
  'model.test': change('shared', 'admin'),
  'model.list': use('deployment', 'admin'),
  'plugin.install': change('deployment', 'admin'),
  'plugin.upload': change('deployment', 'admin'),
  'plugin.update': change('deployment', 'admin'),
  'plugin.delete': change('deployment', 'admin'),
  'plugin.restore': change('deployment', 'admin'),
  'plugin.reload': change('deployment', 'admin'),
  'secret.read': read('deployment', 'admin'),
  'secret.put': change('deployment', 'admin'),
  'secret.delete': change('deployment', 'admin'),
  'mcp.read': read('deployment', 'admin'),
  'mcp.put': change('deployment', 'admin'),
  'mcp.test': change('deployment', 'admin'),
  'mcp.reconnect': change('deployment', 'admin'),
  'mcp.delete': change('deployment', 'admin'),
  'deployment.read': read('deployment', 'admin'),
  'safety.read': read('deployment', 'admin'),
  'safety.try': use('deployment', 'admin'),
  'retention.read': read('deployment', 'admin'),
  'retention.sweep': change('deployment', 'admin'),
  'backup.read': read('deployment', 'admin'),
  'backup.create': change('deployment', 'admin'),
  'backup.download': change('deployment', 'admin'),
  'backup.delete': change('deployment', 'admin'),
  'settings.read': read('deployment', 'admin'),
  'settings.write': change('deployment', 'admin'),
  'metrics.read': read('deployment', 'admin'),
} as const satisfies Record<string, ActionRule>;
export type Action = keyof typeof actions;

export const ruleOf = (action: Action): ActionRule => actions[action];
