import { hour } from '../../infrastructure/clock.ts'
import { batchesOf } from '../../testing/blob-bytes.ts'
import { file } from '../../testing/file-requests.ts'
import { picture } from '../../testing/pictures.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))

const stateOf = (id: string) =>
  holdall.services.db
    .selectFrom('entries')
    .innerJoin('blobs', 'blobs.id', 'entries.blob_id')
    .select(['blobs.id', 'thumbnail_state'])
    .where('entries.id', '=', id)
    .executeTakeFirstOrThrow()

async function store(id: string, content: Buffer): Promise<void> {
  const { blobs } = holdall.services
  await blobs.begin(id)
  await blobs.writeAt(id, 0, batchesOf(content), content.length)
  await blobs.complete(id, content.length)
}

test.each(['missing', 'truncated'])(
  'a %s content is logged and tried again, until the storage has it',
  async (kind) => {
    const bytes = await picture(30, 20).png().toBuffer()
    const { id } = await file(ann, 'a.png', bytes)
    const { id: blobId } = await stateOf(id)
    await holdall.services.blobs.delete(blobId)
    if (kind === 'truncated') await store(blobId, bytes.subarray(0, 50))
    const linesBefore = holdall.log.length
    for (let run = 0; run < 6; run++) {
      await holdall.services.jobs.runDue()
      expect((await stateOf(id)).thumbnail_state).toBeNull()
      holdall.clock.advance(hour)
    }
    expect(holdall.log.slice(linesBefore).join('')).toContain('StorageError')

    await store(blobId, bytes)
    await holdall.services.jobs.runDue()
    expect((await stateOf(id)).thumbnail_state).toBe('made')
  },
)
