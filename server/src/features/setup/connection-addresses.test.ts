import type { BroadcastConfig } from '../../infrastructure/config/broadcast.ts'
import { broadcastUrlsOf, databaseUrlOf, smtpUrlOf } from './connection-addresses.ts'

const kept = { password: null, allow_private: true }
const passwordIn = (url: string) => decodeURIComponent(new URL(url).password)

describe('a saved password that is not given again', () => {
  const database = { engine: 'postgres', host: 'db.internal', port: 5432, name: 'files', user: 'ada' } as const
  const savedDatabase = 'postgres://ada:p%40ss@DB.internal/other?sslmode=disable'
  test('is used for the same user of the same database server', () => {
    expect(passwordIn(databaseUrlOf({ ...database, ...kept, tls: 'off' }, savedDatabase))).toBe('p@ss')
  })
  test.each([{ host: 'evil.example' }, { port: 5433 }, { user: 'eve' }])('is not sent to %j', (other) => {
    expect(passwordIn(databaseUrlOf({ ...database, ...kept, tls: 'off', ...other }, savedDatabase))).toBe('')
  })

  const mail = { driver: 'smtp', host: 'smtp.internal', port: 587, user: 'ada', from: '' } as const
  const savedMail = 'smtp://ada:p%40ss@smtp.internal?requireTLS=true'
  test('is used for the same user of the same mail server', () => {
    expect(passwordIn(smtpUrlOf({ ...mail, ...kept, encryption: 'starttls' }, savedMail))).toBe('p@ss')
  })
  test.each([{ host: 'evil.example' }, { port: 25 }, { user: 'eve' }])('is not sent to the mail server %j', (other) => {
    expect(passwordIn(smtpUrlOf({ ...mail, ...kept, encryption: 'starttls', ...other }, savedMail))).toBe('')
  })

  test.each([
    ['ada@example.com', '', 'ada@example.com'],
    ['ada@example.com', 'files@example.com', 'files@example.com'],
    ['ada', '', null],
  ])('the sender of mails of %s with the entered address %j is %j', (user, from, sender) => {
    const url = new URL(smtpUrlOf({ ...mail, ...kept, encryption: 'starttls', user, from }, null))
    expect(url.searchParams.get('from')).toBe(sender)
  })

  const pusher = { driver: 'pusher', host: 'ws.internal', port: 6001, tls: true, app_id: '1', key: 'key' } as const
  const sockets = { socket_host: '', socket_port: null, socket_tls: true, secret: null }
  const savedBroadcast: BroadcastConfig = {
    driver: 'pusher',
    origin: 'https://ws.internal:6001',
    appId: '1',
    key: 'key',
    secret: 'secret',
    host: 'ws.internal',
    port: 6001,
    tls: true,
  }
  test('is used for the same app of the same server for live updates', () => {
    expect(passwordIn(broadcastUrlsOf({ ...pusher, ...sockets }, savedBroadcast).url)).toBe('secret')
  })
  test.each([{ host: 'evil.example' }, { port: 6002 }, { tls: false }, { app_id: '2' }, { key: 'other' }])(
    'is not sent to the server for live updates %j',
    (other) => {
      expect(passwordIn(broadcastUrlsOf({ ...pusher, ...sockets, ...other }, savedBroadcast).url)).toBe('')
    },
  )
})
