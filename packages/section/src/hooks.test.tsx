import { createEventBus } from '@holdall/event-bus'
import { render } from '@testing-library/react'
import { HostContext, useFact } from './hooks.ts'
import type { HostApi } from './host.ts'

test('an event reaches the current listener once, while the component is mounted', () => {
  const events = createEventBus()
  const host = { events } as HostApi
  const received: string[] = []
  function Listener({ name, listener }: { readonly name: string; readonly listener: (name: string) => void }) {
    useFact('trash.changed', () => {
      listener(name)
    })
    return null
  }
  const show = (name: string) => (
    <HostContext value={host}>
      <Listener name={name} listener={(listener) => received.push(listener)} />
    </HostContext>
  )
  const { rerender, unmount } = render(show('first'))
  rerender(show('second'))
  events.emit('trash.changed', {})
  expect(received).toEqual(['second'])
  unmount()
  events.emit('trash.changed', {})
  expect(received).toEqual(['second'])
})
