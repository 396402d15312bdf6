import { EventEmitter } from 'node:events'
import { watchSender } from './slow-peers.ts'

/** A request whose body arrives as the test says, and whose windows end when the test says. */
class Sender extends EventEmitter {
  readonly socket = { bytesRead: 200, destroy: () => void (this.isClosed = true) }
  readableLength = 0
  complete = false
  isClosed = false
  error: Error | null = null
  endWindow = () => {}
  isWatched = true

  constructor() {
    super()
    watchSender(this, { uploadWindowMs: 30_000, uploadMinBytes: 1000 }, (run, windowMs) => {
      expect(windowMs).toBe(30_000)
      this.endWindow = run
      return () => void (this.isWatched = false)
    })
  }

  destroy(error: Error) {
    this.error = error
  }

  receive(bytes: number) {
    this.socket.bytesRead += bytes
    this.endWindow()
  }
}

test('an upload at the minimum rate may take any number of windows', () => {
  const sender = new Sender()
  for (let n = 0; n < 50; n++) sender.receive(1000)
  expect(sender).toMatchObject({ error: null, isClosed: false, isWatched: true })
  sender.emit('end')
  expect(sender.isWatched).toBe(false)
})

test('a window with too few bytes ends the upload, whatever came before', () => {
  const sender = new Sender()
  sender.receive(1_000_000)
  sender.receive(999)
  expect(sender).toMatchObject({ error: { code: 'request-timeout' }, isClosed: true })
})

test.each([
  ['bytes wait to be read', { readableLength: 1 }],
  ['all bytes have arrived', { complete: true }],
])('the delay is not the sender’s where %s', (_, state) => {
  const sender = Object.assign(new Sender(), state)
  sender.receive(0)
  expect(sender).toMatchObject({ error: null, isClosed: false })
})

test('a connection that closes is watched no more', () => {
  const sender = new Sender()
  sender.emit('close')
  expect(sender.isWatched).toBe(false)
})
