import { type FolderNode, publicTree, requestedTree } from '@holdall/api'
import { api } from '@holdall/api-client'
import type { LinkTarget } from '@holdall/section'
import { queryOptions } from '@tanstack/react-query'

/** The folders directly inside a folder of a link; null is the folder of the link itself. */
export const linkTreeQuery = ({ token, kind }: LinkTarget, parentId: string | null) =>
  queryOptions<readonly FolderNode[]>({
    queryKey: ['link-tree', token, parentId ?? 'top'],
    queryFn: async ({ signal }) => {
      const tree = kind === 'upload-request' ? requestedTree : publicTree
      const input = { params: { token }, query: parentId ? { parent_id: parentId } : {} }
      return (await api.call(tree, input, { signal })).data
    },
    // The visitor may have changed them since.
    staleTime: 0,
  })
