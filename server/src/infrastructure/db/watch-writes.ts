import { AsyncLocalStorage } from 'node:async_hooks'
import {
  DeleteQueryNode,
  InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely'

/** Tables of which open pages show rows. */
const shownTables: ReadonlySet<string> = new Set([
  'avatars',
  'entries',
  'favourites',
  'shares',
  'team_invitations',
  'team_members',
  'upload_requests',
  'user_settings',
])

/** Tables whose changes are activities. */
const toldTables: ReadonlySet<string> = new Set(['entries', 'shares', 'team_invitations', 'team_members'])

/** Set while a transaction runs in tests: the tables that it has written to. */
export const writtenTables = new AsyncLocalStorage<Set<string>>()

function tableOf(node: OperationNode): string | undefined {
  const table = InsertQueryNode.is(node)
    ? node.into
    : UpdateQueryNode.is(node)
      ? node.table
      : DeleteQueryNode.is(node)
        ? node.from.froms[0]
        : undefined
  return table && TableNode.is(table) ? table.table.identifier.name : undefined
}

/** Notes which tables a transaction writes to, for `refuseUnrecorded`. For tests. */
export const watchWrites: KyselyPlugin = {
  transformQuery({ node }) {
    const table = tableOf(node)
    if (table !== undefined) writtenTables.getStore()?.add(table)
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

/**
 * Throws where a transaction has written to such a table and recorded no change, because open pages would not be told, or
 * neither an activity nor that there is none.
 */
export function refuseUnrecorded(written: ReadonlySet<string>, hasRecorded: boolean, hasActivity: boolean): void {
  const shown = [...written].filter((table) => shownTables.has(table))
  if (shown.length > 0 && !hasRecorded) {
    throw new Error(`A transaction writes to ${shown.join(', ')} and records no change: see recorded-changes.ts.`)
  }
  const told = [...written].filter((table) => toldTables.has(table))
  if (told.length > 0 && !hasActivity) {
    throw new Error(`A transaction writes to ${told.join(', ')} and records no activity: see recorded-activity.ts.`)
  }
}
