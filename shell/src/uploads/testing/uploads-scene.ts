import { QueryClient } from '@tanstack/react-query'
import {
  abortUpload,
  type ClientConfig,
  createFolder,
  currentUser,
  type Entry,
  folderTree,
  publicAbortUpload,
  publicUploadChunk,
  publicUploadState,
  requestedAbortUpload,
  requestedUploadChunk,
  requestedUploadState,
  uploadChunk,
  uploadState,
  type User,
} from '@holdall/api'
import { createApiClient } from '@holdall/api-client'
import type { AlertContent } from '@holdall/section'
import { fakeServer, type Handler, makeConfig, makeEntry, makeUser, type Refusal, refuse } from '@holdall/testing'
import { waitFor } from '@testing-library/react'
import { createHost } from '../../host/host.ts'
import { createLog } from '../../log/log.ts'
import { createRouterLink } from '../../navigation/router-link.ts'
import { composedOf, noSections } from '../../sections/testing/section-fixture.ts'
import { createUploads } from '../create-uploads.ts'
import { setDatabases } from './indexed-db.ts'

/** A chunk as it reached the server. */
export interface Chunk {
  readonly name: string
  readonly upload_id: string
  readonly offset: number
  readonly is_last_chunk: boolean
  readonly path: string
  readonly bytes: string
}
/** The answer to the nth chunk; undefined accepts it. `hang` never answers, `lost` breaks the connection. */
export type ChunkAnswer = (chunk: Chunk, nth: number) => Refusal | 'hang' | 'lost' | undefined

/** A server whose bytes and folders outlive a page. */
export function uploadServer() {
  const server = fakeServer()
  const chunks: Chunk[] = []
  const received = new Map<string, string>()
  const files = new Map<string, string>()
  const folders: { id: string; name: string; parent_id: string | null }[] = []
  /** Of the links by which chunks were sent. */
  const tokens: string[] = []
  const state = {
    answer: ((): undefined => undefined) as ChunkAnswer,
    /** No request is answered. */
    isUnreachable: false,
    /** The name that the server gives a file. */
    nameOf: (name: string) => name,
    /** The folders of a path. */
    foldersOf: ((): undefined => undefined) as (path: string) => readonly string[] | undefined,
    /** The file that an upload of this name replaces, with the version that has the earlier content. */
    replacedBy: ((): null => null) as (name: string) => { readonly id: string; readonly version: number } | null,
  }
  const receiveChunk: Handler<typeof uploadChunk> = async ({ body }, { bytes }) => {
    const { name, upload_id = '', offset = 0, is_last_chunk = false, path = '' } = body
    const chunk = { name, upload_id, offset, is_last_chunk, path, bytes: await textOf(bytes ?? new Blob()) }
    chunks.push(chunk)
    const answer = state.answer(chunk, chunks.length)
    if (answer === 'hang') return new Promise(() => {})
    if (answer === 'lost') throw new Error('The connection broke.')
    if (answer) return answer
    const before = received.get(upload_id) ?? ''
    if (offset !== before.length) return refuse('wrong-offset', { offset: before.length })
    received.set(upload_id, before + chunk.bytes)
    if (!is_last_chunk) return { data: uploadOf(upload_id, name) }
    files.set(path || name, received.get(upload_id) ?? '')
    const filesize = before.length + chunk.bytes.length
    const replaced = body.replace ? state.replacedBy(name) : null
    if (!replaced) {
      const folders = state.foldersOf(path)
      const entry = makeEntry({
        name: state.nameOf(name),
        filesize,
        parent_id: folders?.at(-1) ?? body.parent_id ?? null,
      })
      return { data: folders ? { ...entry, meta: { upload_folders: [...folders] } } : entry }
    }
    return { data: { ...makeEntry({ id: replaced.id, name, filesize }), meta: { replaced_version: replaced.version } } }
  }
  const uploadOf = (id: string, name: string) => ({
    id,
    type: 'upload' as const,
    attributes: {
      name,
      offset: received.get(id)?.length ?? 0,
      size: null,
      status: 'receiving' as const,
      expires_at: '2026-11-22T00:00:00.000Z',
    },
  })
  server.on(uploadChunk, receiveChunk)
  server.on(uploadState, ({ params }) =>
    received.has(params.upload_id) ? { data: uploadOf(params.upload_id, 'a') } : refuse('not-found'),
  )
  server.on(abortUpload, ({ params }) => {
    received.delete(params.upload_id)
    return {}
  })
  for (const endpoint of [publicUploadChunk, requestedUploadChunk]) {
    server.on(endpoint, ({ params, ...input }, request) => {
      tokens.push(params.token)
      return receiveChunk({ ...input, params: {} }, request)
    })
  }
  for (const endpoint of [publicUploadState, requestedUploadState]) {
    server.on(endpoint, ({ params }) =>
      received.has(params.upload_id) ? { data: uploadOf(params.upload_id, 'a') } : refuse('not-found'),
    )
  }
  for (const endpoint of [publicAbortUpload, requestedAbortUpload]) {
    server.on(endpoint, ({ params }) => {
      received.delete(params.upload_id)
      return {}
    })
  }
  server.on(folderTree, ({ query }) => ({
    data: folders
      .filter(({ parent_id }) => parent_id === (query.parent_id ?? null))
      .map((folder) => ({ ...folder, color: null, emoji: null, has_folders: false })),
  }))
  server.on(createFolder, ({ body }) => {
    const entry: Entry = makeEntry({ type: 'folder', name: body.name, parent_id: body.parent_id ?? null })
    folders.push({ id: entry.id, name: body.name, parent_id: body.parent_id ?? null })
    return { data: entry }
  })
  // Fails in the transport, without any response.
  server.http.interceptors.request.use((config) => {
    if (state.isUnreachable) throw new Error('The network is down.')
    return config
  })
  return { ...server, server, state, chunks, tokens, received, files, folders }
}
export type UploadServer = ReturnType<typeof uploadServer>

export interface SceneOptions {
  readonly config?: Partial<ClientConfig>
  readonly user?: User
  /** Nobody is signed in. */
  readonly isAnonymous?: boolean
  readonly server?: UploadServer
  /** The databases of the browser; default: a new browser. */
  readonly browser?: IDBFactory
  /** The text of a message; default: its id. */
  readonly text?: (id: string, values?: Record<string, string | number>) => string
  /** The clock of the engine. */
  readonly now?: () => number
}

/** The engine in the shell's own host, on a server made from the endpoint table, with waits that pass at once. */
export function uploadsScene(options: SceneOptions = {}) {
  const { user = makeUser(), server = uploadServer() } = options
  const browser = setDatabases(options.browser)
  const config = makeConfig({ chunkSize: 4, uploadLimitFormatted: '10 bytes', ...options.config })
  const signedIn = { user }
  server.server.on(currentUser, () => ({ data: signedIn.user }))
  let expire = () => {}
  const api = createApiClient({
    http: server.http,
    onUnauthenticated: () => {
      expire()
    },
  })
  const waits: number[] = []
  const host = createHost({
    boot: { config, sections: composedOf() },
    api,
    router: createRouterLink({ pathname: '/platform/files', search: '', hash: '' }),
    sections: noSections(),
    resolvePopup: () => Promise.reject(new Error('There are no popups.')),
    spotlightProviders: () => [],
    storage: { getItem: () => null, setItem() {}, removeItem() {} },
    matchMedia: (query) => window.matchMedia(query),
    queryClient: new QueryClient(),
    reload() {},
    text: options.text ?? ((id) => id),
    log: createLog({ warn() {}, error() {} }),
    uploads: (parts) =>
      createUploads({
        api,
        config,
        now: options.now ?? Date.now,
        ...parts,
        wait(ms) {
          waits.push(ms)
          return new Promise((resolve) => {
            setTimeout(resolve, 0)
          })
        },
      }),
  })
  expire = host.session.expire
  if (!options.isAnonymous) host.session.begin(user)
  const facts: string[] = []
  const { signal } = new AbortController()
  host.events.on('files.changed', ({ folderIds }) => facts.push(`files.changed ${folderIds.join()}`), signal)
  host.events.on('link-files.changed', ({ token }) => facts.push(`link-files.changed ${token}`), signal)
  host.events.on('upload.finished', ({ folderId }) => facts.push(`upload.finished ${String(folderId)}`), signal)

  const { uploads } = host
  const steps = () => uploads.get().map(({ name, state }) => `${name} ${state.step}`)
  return {
    host,
    user,
    uploads,
    server,
    browser,
    waits,
    facts,
    steps,
    alerts: (): readonly AlertContent[] =>
      host.overlay.layers.get().flatMap((layer) => (layer.kind === 'alert' ? [layer.content] : [])),
    toasts: () => host.toasts.shown.get().map(({ type, message }) => ({ type, message })),
    idOf: (name: string) => uploads.get().find((item) => item.name === name)?.id ?? '',
    /** Signs in, as the sign-in page does. */
    signIn(next: User = user) {
      signedIn.user = next
      host.session.begin(next)
    },
    /** Waits until the list has these items, each as `name step`. */
    async shows(...expected: readonly string[]) {
      await waitFor(() => {
        expect(steps()).toEqual(expected)
      })
    },
  }
}

export function fileOf(name: string, content: string, type = ''): File {
  return new File([content], name, { type, lastModified: 1 })
}

function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      resolve(reader.result as string)
    })
    reader.readAsText(blob)
  })
}

/** A server with these answers to chunks. */
export function answering(answer: ChunkAnswer) {
  const server = uploadServer()
  server.state.answer = answer
  return server
}

/** Resolves once the server has got this many chunks. */
export const chunkCount = (server: ReturnType<typeof uploadServer>, count: number) =>
  waitFor(() => {
    expect(server.chunks).toHaveLength(count)
  })
