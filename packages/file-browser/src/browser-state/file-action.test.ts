import { Eye } from '@holdall/ui/icons'
import type { MenuEntry } from '@holdall/ui/menu'
import { type FileAction, menuEntries } from './file-action.ts'

const action = (id: string, inMore = false): FileAction => ({ id, label: id, icon: Eye, inMore, run() {} })
/** Ids of the entries; a submenu is a list of its own. */
const shown = (entries: readonly MenuEntry[]): unknown[] =>
  entries.map((entry) =>
    entry.kind === 'separator' ? '—' : entry.kind === 'submenu' ? [entry.id, ...shown(entry.items)] : entry.id,
  )

const groups = [
  [action('open'), action('request', true)],
  [action('duplicate', true), action('copy', true)],
  [action('delete')],
]

test('rarely used actions are in a submenu before the last group', () => {
  expect(shown(menuEntries(groups, 'More'))).toEqual([
    'open',
    ['more', 'request', '—', 'duplicate', 'copy'],
    '—',
    'delete',
  ])
})

test('without the label of the submenu, and where it would have one action, they are in their groups', () => {
  expect(shown(menuEntries(groups))).toEqual(['open', 'request', '—', 'duplicate', 'copy', '—', 'delete'])
  expect(shown(menuEntries([[action('open')], [action('copy', true)], []], 'More'))).toEqual(['open', '—', 'copy'])
})
