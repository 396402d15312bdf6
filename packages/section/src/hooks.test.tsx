import { createEventBus } from '@holdall/event-bus'
import { render } from '@testing-library/react'
import { HostContext, useFact } from './hooks.ts'
import type { HostApi } from './host.ts'

test('a fact reaches each listener once, for as long as the component is mounted', () => {
  const events = createEventBus()
  const host = { events } as HostApi
  const heard: string[] = []
  function Listener({ name, listener }: { readonly name: string; readonly listener: (name: string) => void }) {
    useFact('trash.changed', () => {
      listener(name)
    })
    return null
  }
  const show = (name: string) => (
    <HostContext value={host}>
      <Listener name={name} listener={(said) => heard.push(said)} />
    </HostContext>
  )
  const { rerender, unmount } = render(show('first'))
  rerender(show('second'))
  events.emit('trash.changed', {})
  expect(heard).toEqual(['second'])
  unmount()
  events.emit('trash.changed', {})
  expect(heard).toEqual(['second'])
})
