import { type Entry, type PublicUploadRequest, requestedFolder, requestedTree, showUploadRequest } from '@holdall/api'
import { giveLayout } from '@holdall/file-browser/testing'
import { fetchOnce, type LinkTarget, messagesFor, type UploadItem, type UploadOptions } from '@holdall/section'
import { fakeServer, idleUploads, makeEntry, makeId, makeListing, refuse, renderSection } from '@holdall/testing'
import { act } from '@testing-library/react'
import { editingMessages } from '../../public-links/editing/editing-messages.ts'
import section from '../../section.ts'
import { requestPageMessages } from '../request-page-messages.ts'

/** Gives the rows a size, and loads what the page loads later. */
export async function prepareRequestPage() {
  giveLayout()
  await Promise.all([
    ...section.routes.map(({ page }) => fetchOnce(page)),
    ...[requestPageMessages, editingMessages].flatMap((messages) =>
      ['en-US', 'de'].map((locale) => fetchOnce(messagesFor({ messages }, locale))),
    ),
  ])
}

export const token = 'abcdefghijklmnop1234'
export const path = `/request/${token}/upload`
export const link: LinkTarget = { token, kind: 'upload-request' }

/** The answer of an open request of Tomás Herrera. */
export const requestOf = (
  attributes: Partial<PublicUploadRequest['attributes']> = {},
): { data: PublicUploadRequest } => ({
  data: {
    id: makeId(),
    type: 'upload-request',
    attributes: {
      token,
      status: 'active',
      name: 'Contracts',
      notes: 'Hi Léa,\ncould you send the signed lease?',
      closes_at: '2027-03-30T10:00:00.000Z',
      closes_when_idle: false,
      ...attributes,
    },
    relationships: {
      folder: null,
      user: { data: { type: 'user', attributes: { name: 'Tomás Herrera', color: '#41b6e6', avatar: null } } },
    },
  },
})

interface OpenOptions {
  readonly status?: PublicUploadRequest['attributes']['status']
  readonly notes?: string | null
  readonly locale?: string
  readonly end?: Pick<PublicUploadRequest['attributes'], 'closes_at' | 'closes_when_idle'>
}

/** Opens the page of a request that has these files. */
export async function openRequest(entries: readonly Entry[], { status, notes, locale, end }: OpenOptions = {}) {
  const state = {
    entries: [...entries],
    status: status ?? (entries.length > 0 ? 'filling' : 'active'),
    isGone: false,
  }
  const server = fakeServer()
    .on(showUploadRequest, () =>
      state.isGone
        ? refuse('not-found')
        : requestOf({ status: state.status, ...end, ...(notes !== undefined && { notes }) }),
    )
    .on(requestedFolder, () =>
      state.status === 'filling' ? makeListing(state.entries) : refuse('upload-request-closed'),
    )
    .on(requestedTree, { data: [] })
  const added: { names: string[]; folderId: string | null; options: UploadOptions }[] = []
  const cancelled: string[] = []
  let items: readonly UploadItem[] = []
  const listeners = new Set<() => void>()
  const uploads = idleUploads({
    get: () => items,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(sources, folderId, options = {}) {
      if (sources.length > 0) added.push({ names: sources.map(({ file }) => file.name), folderId, options })
    },
    cancel: (id) => cancelled.push(id),
  })
  const view = await renderSection(section, {
    path,
    server,
    uploads,
    session: 'anonymous',
    ...(locale !== undefined && { locale }),
  })
  const upload = (...next: readonly UploadItem[]) => {
    act(() => {
      items = next
      for (const listener of listeners) listener()
    })
  }
  return { ...view, server, state, added, cancelled, upload }
}

export const [file, box] = [
  makeEntry({ name: 'lease.pdf', file_url: null }),
  makeEntry({ type: 'folder', name: 'Annexes' }),
]
