import { randomBytes } from 'node:crypto'
import type { Answer, Client } from './client.ts'

/** Requests for tests of upload requests. */

export interface MadeRequest {
  readonly token: string
  readonly attributes: Answer['body']
}

export async function uploadRequest(owner: Client, body: object = {}): Promise<MadeRequest> {
  const answer = await owner.post('/api/file-request', body)
  if (answer.status !== 201) throw new Error(`asking for files answered ${answer.status}: ${answer.raw.body}`)
  const { attributes } = answer.body.data
  return { token: attributes.token, attributes }
}

/** The request as its owner sees it. */
export async function listed(owner: Client, token: string): Promise<Answer['body']> {
  const { body } = await owner.get('/api/file-request')
  const found = body.data.find((one: { attributes: { token: string } }) => one.attributes.token === token)
  return found?.attributes
}

export const newUploadId = () => randomBytes(16).toString('hex')

/** Sends one chunk, by default the whole file. */
export const sendTo = (
  visitor: Client,
  token: string,
  name: string,
  bytes: string,
  fields: Readonly<Record<string, string | number>> = {},
): Promise<Answer> =>
  visitor.raw(
    `/api/file-request/${token}/upload/chunks`,
    { name, upload_id: newUploadId(), offset: 0, size: bytes.length, ...fields },
    Buffer.from(bytes),
  )

/** Uploads a file and returns its resource. */
export async function uploaded(
  visitor: Client,
  token: string,
  name: string,
  fields: Readonly<Record<string, string | number>> = {},
): Promise<Answer['body']> {
  const answer = await sendTo(visitor, token, name, 'some bytes', fields)
  if (answer.status !== 201) throw new Error(`the upload of ${name} answered ${answer.status}: ${answer.raw.body}`)
  return answer.body.data
}

export async function requestedFolder(
  visitor: Client,
  token: string,
  name: string,
  parentId: string | null = null,
): Promise<Answer['body']> {
  const answer = await visitor.post(`/api/file-request/${token}/create-folder`, { name, parent_id: parentId })
  if (answer.status !== 201) throw new Error(`making ${name} answered ${answer.status}: ${answer.raw.body}`)
  return answer.body.data
}

/** Names of what visitors see in a folder. */
export async function requestedNames(visitor: Client, token: string, id = 'all'): Promise<string[]> {
  const { body } = await visitor.get(`/api/file-request/${token}/browse/${id}?sort=name`)
  return body.data.map((entry: { attributes: { name: string } }) => entry.attributes.name)
}
