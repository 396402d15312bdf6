import { file } from '../../testing/file-requests.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp()
})
afterAll(() => holdall.close())

describe('the signed-in user', () => {
  test('is not found without a session', async () => {
    const { status, body } = await holdall.visitor().get('/api/user')
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
  })

  test('is presented with settings and storage, and without a hash', async () => {
    const user = await holdall.signUp({ name: 'Ada King Lovelace', quota: 100 })
    const { body, raw } = await user.get('/api/user')
    expect(body.data).toMatchObject({
      id: user.userId,
      type: 'user',
      attributes: {
        name: 'Ada King Lovelace',
        email: user.email,
        role: 'user',
        color: expect.stringMatching(/./),
        two_factor_confirmed_at: null,
        storage: { used: 0, capacity: 100 },
      },
    })
    expect((await (await holdall.signInAdmin()).get('/api/user')).body.data.attributes.role).toBe('admin')
    expect(body.data.relationships.settings.data.attributes).toEqual({
      first_name: 'Ada',
      last_name: 'King Lovelace',
      theme_mode: null,
      emoji_type: null,
      locale: null,
      timezone: null,
      notification_mails: 'never',
    })
    const { password_hash } = await holdall.services.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow()
    expect(password_hash).toMatch(/^\$argon2/)
    expect(raw.payload).not.toContain(password_hash)
    expect(raw.payload).not.toContain('argon2')
  })

  test('is a resource with the fields of the specification that exist, whatever the sort', async () => {
    const user = await holdall.signUp({ name: 'Ada King Lovelace', role: 'admin' })
    for (const query of ['', '?sort=name&direction=ASC', '?sort=created_at&direction=DESC']) {
      const { status, body } = await user.get(`/api/user${query}`)
      expect(status).toBe(200)
      expect(body.data).toMatchObject({
        id: user.userId,
        type: 'user',
        attributes: {
          role: 'admin',
          name: 'Ada King Lovelace',
          email: user.email,
          avatar: null,
          color: expect.any(String),
          two_factor_confirmed_at: null,
        },
        relationships: { settings: { data: { attributes: { first_name: 'Ada', last_name: 'King Lovelace' } } } },
      })
      const named = [
        'canCreateFolder',
        'canCreateTeamFolder',
        'canDownload',
        'canInviteTeamMembers',
        'canUpload',
        'cause',
        'reason',
      ]
      expect(Object.keys(body.data.meta.restrictions).sort()).toEqual(named)
    }
    expect((await user.get('/api/user?sort=password_hash')).status).toBe(422)
  })

  test('may upload until the storage is full, and is then told why', async () => {
    const user = await holdall.signUp({ quota: 5 + 2 * 1024 })
    const restrictions = async () => (await user.get('/api/user')).body.data.meta.restrictions
    await file(user, 'a', '1234')
    expect(await restrictions()).toMatchObject({ canUpload: true, canDownload: true, reason: null })
    await file(user, 'b', '5')
    expect(await restrictions()).toMatchObject({
      canUpload: false,
      canDownload: true,
      cause: 'storage',
      reason: expect.stringContaining('storage is full'),
    })
  })
})

describe('a user’s setting', () => {
  test.each(['user_id', 'owner_id', 'role', '__proto__', 'constructor'])(
    'named %s is refused and writes nothing',
    async (name) => {
      const [victim, user] = [await holdall.signUp(), await holdall.signUp()]
      const { status, body } = await user.patch('/api/user/settings', { name, value: victim.userId })
      expect([status, body.code]).toEqual([422, 'validation'])
      const rows = await holdall.services.db
        .selectFrom('user_settings')
        .select('user_id')
        .where('user_id', '=', user.userId)
        .execute()
      expect(rows).toEqual([{ user_id: user.userId }])
    },
  )

  test.each(['first_name', 'last_name'])('named %s accepts one line of visible text', async (name) => {
    const user = await holdall.signUp()
    const save = async (value: string) => (await user.patch('/api/user/settings', { name, value })).status
    expect(await save('Ada')).toBe(204)
    expect(await save('')).toBe(204)
    for (const value of ['A\nB', 'A\0', 'A\u202eB', '\u200d', 'x'.repeat(121)]) expect(await save(value)).toBe(422)
  })

  test('may be a time zone: a name, an offset, or null for that of the device', async () => {
    const user = await holdall.signUp()
    const save = async (value: unknown) => (await user.patch('/api/user/settings', { name: 'timezone', value })).status
    for (const value of ['Europe/Nowhere', '+01:00', '13.0', '', 5]) expect(await save(value)).toBe(422)
    for (const value of ['Europe/Stockholm', '5.75', null]) {
      expect(await save(value)).toBe(204)
      const { settings } = (await user.get('/api/user')).body.data.relationships
      expect(settings.data.attributes.timezone).toBe(value)
    }
  })

  test('that is a part of the name changes the name that others see', async () => {
    const user = await holdall.signUp({ name: 'Ada King' })
    const nameAfter = async (name: string, value: string) => {
      expect((await user.patch('/api/user/settings', { name, value })).status).toBe(204)
      return (await user.get('/api/user')).body.data.attributes.name
    }
    expect(await nameAfter('last_name', 'Lovelace')).toBe('Ada Lovelace')
    expect(await nameAfter('first_name', 'Augusta')).toBe('Augusta Lovelace')
    expect(await nameAfter('last_name', '')).toBe('Augusta')
    // An account always has a name.
    expect(await nameAfter('first_name', '')).toBe('Augusta')
  })

  test('may be sent as one field, and not as several or unknown ones', async () => {
    const user = await holdall.signUp()
    const save = async (body: object) => (await user.post('/api/user/settings', { ...body, _method: 'patch' })).status
    for (const body of [
      {},
      { role: 'admin' },
      { first_name: 'A', last_name: 'B' },
      { first_name: 'A\nB' },
      { locale: 1 },
    ])
      expect(await save(body)).toBe(422)
    expect(await save({ first_name: 'Grace' })).toBe(204)
    expect((await user.get('/api/user')).body.data.relationships.settings.data.attributes.first_name).toBe('Grace')
  })

  test('is refused when the value is invalid', async () => {
    const user = await holdall.signUp()
    expect((await user.patch('/api/user/settings', { name: 'theme_mode', value: 'pink' })).status).toBe(422)
    expect((await user.patch('/api/user/settings', { name: 'emoji_type', value: 'noto' })).status).toBe(422)
  })

  test('is saved for its user only, by POST with _method too', async () => {
    const [user, other] = [await holdall.signUp(), await holdall.signUp()]
    const saved = await user.post('/api/user/settings', { _method: 'patch', name: 'theme_mode', value: 'dark' })
    expect(saved.status).toBe(204)
    const modeOf = async (who: typeof user) =>
      (await who.get('/api/user')).body.data.relationships.settings.data.attributes.theme_mode
    expect([await modeOf(user), await modeOf(other)]).toEqual(['dark', null])
  })

  test('named emoji_type is saved', async () => {
    const user = await holdall.signUp()
    expect((await user.patch('/api/user/settings', { name: 'emoji_type', value: 'applemoji' })).status).toBe(204)
    const { attributes } = (await user.get('/api/user')).body.data.relationships.settings.data
    expect(attributes).toMatchObject({ emoji_type: 'applemoji', theme_mode: null })
  })
})
