import { publicTree, requestedTree } from '@holdall/api'
import { api } from '@holdall/api-client'
import type { LinkTarget } from '@holdall/section'
import { levelQuery, type LevelQuery } from '../entries/folder-level.ts'

/** The folders directly inside a folder of a link; null is the folder of the link itself. */
export const linkTreeQuery = ({ token, kind }: LinkTarget, parentId: string | null): LevelQuery => ({
  ...levelQuery(['link-tree', token, parentId ?? 'top'], (page, signal) => {
    const tree = kind === 'upload-request' ? requestedTree : publicTree
    const query = { ...page, ...(parentId !== null && { parent_id: parentId }) }
    return api.call(tree, { params: { token }, query }, { signal })
  }),
  // The visitor may have changed them since.
  staleTime: 0,
})
