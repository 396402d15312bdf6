import type { Entry } from '@holdall/api'
import { fakeBrowser } from '../testing/fake-browser.ts'
import { isSelecting, setMultiSelect } from './multi-select.ts'
import { everything, nothing, some } from './selection.ts'
import { selectAll } from './select-range.ts'
import { selectForMenu, targetAt, targetOf } from './action-target.ts'

const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id)
const namesOf = (entries: readonly Entry[]) => entries.map(({ attributes }) => attributes.name)

test('selected rows are the target, and `single` is set where it is one row', () => {
  const { browser, rows } = fakeBrowser({ total: 9 })
  const one = targetOf(browser, some(rows(3, 3)))
  expect([one.count, one.all, one.single?.id, idsOf(one.entries)]).toEqual([1, false, 'id-3', ['id-3']])
  const two = targetOf(browser, some(rows(3, 4)))
  expect([two.count, two.single, idsOf(two.entries)]).toEqual([2, null, ['id-3', 'id-4']])
  const none = targetOf(browser, nothing)
  expect([none.count, none.single, none.entries]).toEqual([0, null, []])
})

test('with everything but some rows selected, `entries` are the loaded rows and `load` fetches the others', async () => {
  const { browser, loads } = fakeBrowser({ total: 5, isLoaded: (index) => index < 3 })
  const target = targetOf(browser, { mode: 'all', except: new Set(['id-1', 'id-4']) })
  expect([target.count, target.all, target.single, idsOf(target.entries)]).toEqual([3, true, null, ['id-0', 'id-2']])
  expect(idsOf(await target.load())).toEqual(['id-0', 'id-2', 'id-3'])
  expect(loads).toEqual([[0, 4]])
})

test('rows that are selected one by one are not fetched', async () => {
  const { browser, rows, loads } = fakeBrowser({ total: 5, isLoaded: () => false })
  expect(idsOf(await targetOf(browser, some(rows(1, 2))).load())).toEqual(['id-1', 'id-2'])
  expect(loads).toEqual([])
})

test('the only row left of everything is not known before it is loaded', () => {
  const { browser } = fakeBrowser({ total: 2, isLoaded: () => false })
  const target = targetOf(browser, { mode: 'all', except: new Set(['id-1']) })
  expect([target.count, target.single, target.entries]).toEqual([1, null, []])
})

test('is sent to the server with its folder', () => {
  const { browser, rows } = fakeBrowser({ total: 5 })
  expect(targetOf(browser, everything()).wire()).toEqual([{ parent_id: 'folder', all: true, except: [] }])
  expect(targetOf(browser, some(rows(1, 1))).wire()).toEqual([{ items: [{ id: 'id-1', type: 'file' }] }])
})

test('is sent by id only in a list over several folders: all of the top would be all of the user’s files', async () => {
  const { browser, loads } = fakeBrowser({ total: 3, isFolder: false, isLoaded: () => false })
  expect(() => targetOf(browser, everything()).wire()).toThrow('sent by id')
  await selectAll(browser)
  expect(loads).toEqual([[0, 2]])
  const items = ['id-0', 'id-1', 'id-2'].map((id) => ({ id, type: 'file' }))
  expect(targetOf(browser, browser.selection.get()).wire()).toEqual([{ items }])
})

test('a selected row that was renamed meanwhile has its new name', () => {
  const { browser, rows, rename } = fakeBrowser({ total: 5 })
  const selected = some(rows(1, 2))
  rename(1, 'renamed')
  rename(3, 'not selected')
  expect(namesOf(targetOf(browser, selected).entries)).toEqual(['renamed', 'file 2'])
})

test('with more than a thousand rows selected, names are not refreshed', () => {
  const { browser, rows, rename } = fakeBrowser({ total: 1200 })
  const [thousand, more] = [some(rows(0, 999)), some(rows(0, 1000))]
  rename(0, 'renamed')
  expect(namesOf(targetOf(browser, thousand).entries)[0]).toBe('renamed')
  expect(namesOf(targetOf(browser, more).entries)[0]).toBe('file 0')
})

test('one row can be renamed, unless the browser is read-only', () => {
  const onRename = () => Promise.resolve()
  const { browser, rows } = fakeBrowser({ total: 5, handlers: { onRename } })
  targetOf(browser, some(rows(1, 2))).rename()
  expect(browser.renaming.get()).toBeNull()
  targetOf(browser, some(rows(1, 1))).rename()
  expect(browser.renaming.get()).toBe('id-1')
  const readOnly = fakeBrowser({ total: 5 })
  targetOf(readOnly.browser, some(rows(1, 1))).rename()
  expect(readOnly.browser.renaming.get()).toBeNull()
})

test('clearing the selection ends multi-select mode', () => {
  const { browser, rows } = fakeBrowser({ total: 5 })
  setMultiSelect(browser, true)
  browser.selection.set(some(rows(1, 2)))
  targetOf(browser, browser.selection.get()).clear()
  expect([browser.selection.get(), browser.multiSelect.get(), isSelecting(browser)]).toEqual([nothing, false, false])
})

test('the selection bar is shown in multi-select mode, and while anything is selected', () => {
  const { browser, rows } = fakeBrowser({ total: 5 })
  expect(isSelecting(browser)).toBe(false)
  setMultiSelect(browser, true)
  expect(isSelecting(browser)).toBe(true)
  setMultiSelect(browser, false)
  browser.selection.set(some(rows(1, 1)))
  expect(isSelecting(browser)).toBe(true)
  browser.selection.set(everything())
  expect(isSelecting(browser)).toBe(true)
})

test('an action on a selected row is about the selection, on any other about that row', () => {
  const { browser, rows } = fakeBrowser({ total: 5 })
  const [inside, outside] = [rows(1, 1), rows(4, 4)].flat()
  if (!inside || !outside) throw new Error('There are no rows.')
  browser.selection.set(some(rows(1, 2)))
  expect(idsOf(targetAt(browser, inside).entries)).toEqual(['id-1', 'id-2'])
  expect(idsOf(targetAt(browser, outside).entries)).toEqual(['id-4'])
  selectForMenu(browser, inside)
  expect(browser.selection.get()).toEqual(some(rows(1, 2)))
  selectForMenu(browser, outside)
  expect(browser.selection.get()).toEqual(some(rows(4, 4)))
})
