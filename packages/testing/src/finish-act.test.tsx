import { fireEvent, render, screen } from '@testing-library/react'
import { startTransition, Suspense, use, useState } from 'react'

test('a transition that suspends in an event is rendered once its data has arrived', async () => {
  let resolve: (text: string) => void = () => {}
  const promise = new Promise<string>((done) => {
    resolve = done
  })
  const Data = () => use(promise)
  function Page() {
    const [isShown, setIsShown] = useState(false)
    const show = () => {
      startTransition(() => {
        setIsShown(true)
      })
    }
    return (
      <>
        <button type="button" onClick={show}>
          Show
        </button>
        <Suspense>{isShown ? <Data /> : 'Nothing'}</Suspense>
      </>
    )
  }
  render(<Page />)
  fireEvent.click(screen.getByRole('button'))
  resolve('Data')
  expect(await screen.findByText('Data')).toBeVisible()
})
