import { testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp()
})
afterAll(() => holdall.close())

describe('settings', () => {
  test('have no endpoint that reads one by its name', async () => {
    const admin = await holdall.signInAdmin()
    for (const client of [holdall.visitor(), admin]) {
      const { status, body } = await client.get('/api/settings?column=installation.owner')
      expect([status, body.code]).toEqual([404, 'not-found'])
    }
  })

  test('refuse an invalid value', async () => {
    await expect(holdall.services.settings.set('upload.chunk_bytes', 5)).rejects.toThrow(
      'upload.chunk_bytes does not take 5',
    )
    expect(await holdall.services.settings.get('upload.chunk_bytes')).toBe(8 * 1024 * 1024)
  })

  test('apply at once in the process that wrote them, and within seconds in others', async () => {
    const { settings, db, clock } = holdall.services
    await settings.set('app.name', 'Vault')
    expect((await holdall.visitor().get('/api/config')).body.name).toBe('Vault')
    await db.updateTable('settings').set({ value: '"Attic"' }).where('name', '=', 'app.name').execute()
    holdall.clock.advance(5000)
    expect(await settings.get('app.name')).toBe('Attic')
    expect(clock).toBe(holdall.clock)
  })

  test('are read once for all calls that wait for them, however many there are, and again after a failure', async () => {
    const { settings, db } = holdall.services
    holdall.clock.advance(5000)
    const read = await Promise.all(Array.from({ length: 20 }, () => settings.all()))
    expect(new Set(read).size).toBe(1)
    holdall.clock.advance(5000)
    const selectFrom = jest.spyOn(db, 'selectFrom').mockImplementationOnce(() => {
      throw new Error('the connection was lost')
    })
    await expect(settings.all()).rejects.toThrow('the connection was lost')
    selectFrom.mockRestore()
    expect((await settings.all())['trash.days']).toBe(30)
  })

  test('fall back to the default when a stored value is no longer valid', async () => {
    const row = { name: 'trash.days', value: '"soon"', updated_at: 0 }
    await holdall.services.db.insertInto('settings').values(row).execute()
    holdall.clock.advance(5000)
    expect(await holdall.services.settings.get('trash.days')).toBe(30)
  })
})
