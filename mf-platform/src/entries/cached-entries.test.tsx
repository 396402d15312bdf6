import type { FolderNode } from '@holdall/api'
import { makeEntry, makeId, makeListing } from '@holdall/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { knownParentId, knownPath } from './cached-entries.ts'
import { useIsTrashed } from '../files/use-is-trashed.ts'

const node = (id: string, parentId: string | null): FolderNode => ({
  id,
  name: id,
  color: null,
  emoji: null,
  parent_id: parentId,
  has_folders: true,
})

const level = (...data: readonly FolderNode[]) => ({ pages: [{ data }], pageParams: [null] })

test('the path of a folder ends where stale levels of the tree form a cycle, and the newest level decides', () => {
  const client = new QueryClient()
  const [outer, inner] = [makeId(), makeId()]
  client.setQueryData(['tree', 'top'], level(node(outer, null)), { updatedAt: 1 })
  client.setQueryData(['tree', outer], level(node(inner, outer)), { updatedAt: 2 })
  client.setQueryData(['tree', inner], level(node(outer, inner)), { updatedAt: 3 })
  expect(knownPath(client, outer)).toEqual([outer, inner])
  client.setQueryData(['tree', 'top'], level(node(outer, null)), { updatedAt: 4 })
  expect(knownParentId(client, outer)).toBeNull()
  expect(knownPath(client, inner)).toEqual([inner, outer])
})

test('the newest listing says whether a folder is in the trash', () => {
  const client = new QueryClient()
  const id = makeId()
  const cache = (sort: string, deletedAt: string | null, updatedAt: number) =>
    client.setQueryData(
      ['files', id, sort],
      makeListing([], { root: makeEntry({ id, type: 'folder', deleted_at: deletedAt }) }),
      { updatedAt },
    )
  cache('name', '2026-03-14T10:00:00.000Z', 1)
  const { result } = renderHook(() => useIsTrashed(id), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  expect(result.current).toBe(true)
  act(() => {
    cache('size', null, 2)
  })
  expect(result.current).toBe(false)
})
