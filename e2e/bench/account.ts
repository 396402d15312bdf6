import type { APIRequestContext } from '@playwright/test'

const EXTENSIONS = ['pdf', 'jpg', 'docx', 'xlsx', 'mp4', 'txt']
const LONG_NAME =
  'Minutes of the annual general meeting of the housing cooperative, second session, with all annexes and the list of those present'

/** Fills a home folder: folders and files of many types, some with long names, some shared by a link. */
export async function fillHome(api: APIRequestContext): Promise<void> {
  for (let n = 1; n <= 12; n += 1) {
    const id = await makeFolder(api, `${n % 4 === 0 ? LONG_NAME : 'Project'} ${String(n)}`)
    if (n % 3 === 0) await share(api, id, 'folder')
  }
  for (let n = 1; n <= 60; n += 1) {
    const extension = EXTENSIONS[n % EXTENSIONS.length] ?? 'txt'
    const name = `${n % 7 === 0 ? LONG_NAME : 'Holiday by the lake'} ${String(n)}.${extension}`
    const id = await putFile(api, name, Buffer.alloc(2000 * n, n))
    if (n % 10 === 0) await share(api, id, 'file')
  }
}

/** Uploads a file by the form of the specification; returns its id. */
export const putFile = (api: APIRequestContext, name: string, buffer: Buffer, parentId?: string): Promise<string> =>
  idOf(
    api.post('/api/upload/chunks', {
      multipart: {
        name,
        extension: name.split('.').pop() ?? '',
        is_last_chunk: '1',
        ...(parentId === undefined ? {} : { parent_id: parentId }),
        chunk: { name, mimeType: 'application/octet-stream', buffer },
      },
    }),
  )

/** Creates a public link; returns its token. */
export async function share(api: APIRequestContext, id: string, type: 'file' | 'folder'): Promise<string> {
  const answer = await api.post('/api/share', { data: { id, type, permission: 'visitor' } })
  return ((await answer.json()) as { data: { attributes: { token: string } } }).data.attributes.token
}

export const makeFolder = (api: APIRequestContext, name: string): Promise<string> =>
  idOf(api.post('/api/create-folder', { data: { name } }))

async function idOf(answer: ReturnType<APIRequestContext['post']>): Promise<string> {
  const received = await answer
  if (!received.ok())
    throw new Error(`${received.url()} answered ${String(received.status())}: ${await received.text()}`)
  return ((await received.json()) as { data: { id: string } }).data.id
}
