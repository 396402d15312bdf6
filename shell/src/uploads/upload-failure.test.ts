import { ApiError, type ClientErrorCode } from '@holdall/api-client'
import { failureOf } from './upload-failure.ts'

const answered = (code: ClientErrorCode, status: number) => failureOf(new ApiError(code, status, { message: '' }))

test.each<[ClientErrorCode, number, string]>([
  ['quota-exceeded', 423, 'uploads.failed_quota'],
  ['disk-full', 507, 'uploads.failed_disk'],
  ['upload-ended', 410, 'uploads.failed_ended'],
  ['not-found', 404, 'uploads.failed_folder_gone'],
  ['malformed', 413, 'uploads.failed_proxy'],
  ['malformed', 400, 'uploads.failed'],
  ['too-large', 413, 'uploads.failed_size'],
  ['bad-name', 413, 'uploads.failed_name'],
  ['internal', 500, 'uploads.failed'],
])('%s %d says %s', (code, status, line) => {
  expect(answered(code, status).line).toBe(line)
})

test.each(['NotReadableError', 'NotFoundError', 'InvalidStateError'])(
  '%s of the browser is a file that was changed, which another attempt does not help',
  (name) => {
    expect(failureOf(new DOMException('', name))).toMatchObject({ line: 'uploads.failed_changed', retry: false })
  },
)

test.each([
  ['another error of the browser', new DOMException('', 'SecurityError')],
  ['an error of the same name that is not the browser’s', Object.assign(new Error(), { name: 'NotFoundError' })],
  ['nothing', undefined],
])('%s is a failure that may be tried again', (_, error) => {
  expect(failureOf(error)).toMatchObject({ line: 'uploads.failed', retry: true })
})
