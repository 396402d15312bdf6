import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FileServer, fileServer } from './file-server.ts'

export type S3Fault = 'keys' | 'bucket' | 'no-ranges' | 'multipart-unavailable' | null

const xml = (response: ServerResponse, status: number, body: string) =>
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${body}`)
const refusal = (response: ServerResponse, status: number, code: string) =>
  xml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)

/** One object and one multipart upload of the bucket `files`, as far as a test of a storage uses them. */
export async function fakeS3(fault: () => S3Fault): Promise<FileServer> {
  let content = Buffer.alloc(0)
  let partBytes = 0
  const answer = (response: ServerResponse, request: IncomingMessage) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://localhost')
      const has = (name: string) => url.searchParams.has(name)
      const body = Buffer.concat(chunks)
      if (fault() === 'keys') return refusal(response, 403, 'SignatureDoesNotMatch')
      if (fault() === 'bucket') return refusal(response, 404, 'NoSuchBucket')
      if (has('list-type')) return xml(response, 200, '<ListBucketResult></ListBucketResult>')
      if (has('uploads')) {
        return xml(
          response,
          200,
          '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>',
        )
      }
      if (request.method === 'DELETE') return response.writeHead(204).end()
      if (has('uploadId') && request.method === 'PUT') {
        if (fault() === 'multipart-unavailable') return refusal(response, 503, 'SlowDown')
        partBytes = body.length
        return response.writeHead(200, { etag: '"part"' }).end()
      }
      if (has('uploadId')) {
        const part = `<Part><PartNumber>1</PartNumber><ETag>"part"</ETag><Size>${partBytes}</Size></Part>`
        return xml(response, 200, `<ListPartsResult>${part}</ListPartsResult>`)
      }
      if (request.method === 'PUT') {
        content = body
        return response.writeHead(200, { etag: '"object"' }).end()
      }
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
      if (start === undefined || fault() === 'no-ranges') {
        return response.writeHead(200, { 'content-length': content.length }).end(content)
      }
      const part = content.subarray(Number(start), Number(end) + 1)
      return response
        .writeHead(206, {
          'content-length': part.length,
          'content-range': `bytes ${start}-${Number(start) + part.length - 1}/${content.length}`,
        })
        .end(part)
    })
  }
  return fileServer(new Proxy({}, { get: () => answer }))
}
