import {
  apiTokens,
  browseFolder,
  browseLatest,
  browseShared,
  browseSharedWithMe,
  browseTeamFolders,
  browseTrash,
  browseUnfinishedUploads,
  dataExport,
  type Entry,
  folderTree,
  type FolderNode,
  ownInvitations,
  showEmailChange,
  takenNames,
  userPasskeys,
} from '@holdall/api'
import { giveLayout } from '@holdall/file-browser/testing'
import type { UploadOptions } from '@holdall/section'
import { type EntryOverrides, fakeServer, idleUploads, makeEntry, makeId, makeListing, refuse } from '@holdall/testing'
import { makeDataExport, unfinishedUploads } from './own-account-fixture.ts'
import { teamListing } from './team-listing-fixture.ts'

giveLayout()

/** A server with these entries at the top of a user's files; lists return the current state of `home`. */
export function serverWith(entries: readonly Entry[], trashed: readonly Entry[] = []) {
  const home = { entries: [...entries], trashed: [...trashed], latest: [] as Entry[], shared: [] as Entry[] }
  const server = fakeServer()
  server.on(browseFolder, () => makeListing(home.entries))
  server.on(browseLatest, () => makeListing(home.latest)).on(browseShared, () => makeListing(home.shared))
  server.on(browseTrash, ({ params }) => (params.id === 'all' ? makeListing(home.trashed) : refuse('not-found')))
  server.on(takenNames, { data: [] })
  server.on(apiTokens, { data: [] })
  server.on(browseUnfinishedUploads, unfinishedUploads([]))
  server.on(dataExport, { data: makeDataExport() })
  server.on(browseTeamFolders, teamListing([])).on(browseSharedWithMe, teamListing([]))
  server.on(ownInvitations, { data: [] })
  server.on(userPasskeys, { data: [] })
  server.on(showEmailChange, { data: null })
  server.on(folderTree, ({ query }) => ({ data: query.parent_id ? [] : home.entries.flatMap(asNode) }))
  return { server, home }
}

function asNode({ id, type, attributes: { name, color, emoji, parent_id } }: Entry): FolderNode[] {
  return type === 'folder' ? [{ id, name, color, emoji, parent_id, has_folders: false }] : []
}

export const share = (
  itemId: string,
  attributes: Partial<{
    type: 'file' | 'folder'
    name: string
    can_download: boolean
    protected: boolean
    expire_in: number
    expires_at: string
    download_limit: number
    downloads: number
    token: string
    link: string
    permission: 'visitor' | 'editor'
  }> = {},
) => ({
  id: makeId(),
  type: 'share' as const,
  attributes: {
    token: 'token-of-a-link-1',
    item_id: itemId,
    type: 'file' as 'file' | 'folder',
    name: null,
    permission: 'visitor' as const,
    can_download: true,
    protected: false,
    expire_in: null,
    expires_at: null,
    expired: false,
    download_limit: null,
    downloads: 0,
    link: 'https://files.example/share/token-of-a-link-1',
    created_at: '2026-03-12T10:00:00.000Z',
    ...attributes,
  },
})

/** A file with a public link. */
export function sharedFile(name: string, attributes: Parameters<typeof share>[1] = {}): Entry {
  const id = makeId()
  return makeEntry({ id, name, shared: share(id, attributes) })
}

/** An entry of a list over several folders, in a folder at the top or, with null, at the top. */
export const entryIn = (
  folder: { readonly id: string; readonly name: string } | null,
  overrides: EntryOverrides = {},
) =>
  makeEntry({
    parent_id: folder?.id ?? null,
    location: { id: folder?.id ?? null, path: folder ? [folder.name] : [], truncated: false },
    ...overrides,
  })

/** An upload engine that only records the calls of `add`. */
export function recordingUploads() {
  const added: { paths: (string | undefined)[]; names: string[]; folderId: string | null }[] = []
  const replacing: string[] = []
  const keepingBoth: string[] = []
  const addedOptions: UploadOptions[] = []
  const uploads = idleUploads({
    add: (sources, folderId, options = {}) => {
      added.push({ paths: sources.map(({ path }) => path), names: sources.map(({ file }) => file.name), folderId })
      addedOptions.push(options)
      replacing.push(...sources.filter(({ replace }) => replace).map(({ file }) => file.name))
      keepingBoth.push(...sources.filter(({ keepBoth }) => keepBoth).map(({ file }) => file.name))
    },
  })
  return { uploads, added, addedOptions, replacing, keepingBoth }
}
