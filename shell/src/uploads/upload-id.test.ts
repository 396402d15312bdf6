import { newUploadId } from './upload-id.ts'

test('is 32 hex digits, and another one each time', () => {
  const ids = Array.from({ length: 50 }, newUploadId)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(ids).size).toBe(50)
})
