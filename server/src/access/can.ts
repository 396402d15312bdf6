import type { Action } from '@holdall/api'
import type { Actor } from './actor.ts'
import type { Item } from './target.store.ts'

const onContainers: ReadonlySet<Action> = new Set(['list', 'create', 'favourite'])
const notOnRoots: ReadonlySet<Action> = new Set(['rename', 'move', 'trash', 'destroy', 'restore', 'share', 'favourite'])
const onLiveOnly: ReadonlySet<Action> = new Set(['create', 'rename', 'move', 'share'])
const byVisitors: ReadonlySet<Action> = new Set(['list', 'read'])
const byEditors: ReadonlySet<Action> = new Set(['list', 'read', 'create', 'rename', 'move', 'trash'])

/** The only permission check for entries, shared by all endpoints. A visitor's item must be loaded with its path. */
export function can(actor: Actor, action: Action, item: Item): boolean {
  if (onContainers.has(action) && item.kind === 'file') return false
  if (notOnRoots.has(action) && item.kind === 'root') return false
  if (onLiveOnly.has(action) && item.trash_root_id !== null) return false
  switch (actor.kind) {
    case 'anonymous':
    case 'half':
      return false
    case 'user':
      return item.owner_id === actor.userId
    case 'visitor': {
      if (!actor.unlocked || item.trash_root_id !== null || !item.path?.includes(actor.rootId)) return false
      if (item.id === actor.rootId && notOnRoots.has(action)) return false
      return (actor.permission === 'editor' ? byEditors : byVisitors).has(action)
    }
  }
}
