import { fireEvent, render, screen } from '@testing-library/react'
import { FullScreenLayer } from './full-screen-layer.tsx'

const escape = (element: Element) => fireEvent.keyDown(element, { key: 'Escape' })

function open() {
  const onClose = jest.fn()
  render(
    <>
      <button type="button">Behind</button>
      <div role="menu">
        <button type="button">Above</button>
      </div>
      <FullScreenLayer label="a.txt" onClose={onClose}>
        <button type="button">Inside</button>
        <div data-own-escape>
          <button type="button">Search</button>
        </div>
      </FullScreenLayer>
    </>,
  )
  return onClose
}

test.each(['Inside', 'Behind'])('Escape closes it while the focus is on a button: %s', (name) => {
  const onClose = open()
  escape(screen.getByText(name))
  expect(onClose).toHaveBeenCalledTimes(1)
})

test.each(['Above', 'Search'])('Escape does not close it where it closes something else: %s', (name) => {
  const onClose = open()
  escape(screen.getByText(name))
  expect(onClose).not.toHaveBeenCalled()
})
