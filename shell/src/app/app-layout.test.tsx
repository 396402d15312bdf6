import { renderSection } from '@holdall/testing'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { testSection } from '../testing/test-section.tsx'
import { AppLayout } from './app-layout.tsx'

const show = (content: ReactNode) =>
  renderSection(testSection(), {
    path: '/sign-in',
    session: 'anonymous',
    before: <AppLayout pathname="/sign-in">{content}</AppLayout>,
  })

test('“Skip to content” leads to the list of a page, past the bars above it', async () => {
  const { user } = await show(
    <>
      <button type="button">Create</button>
      <div role="grid" aria-label="Files" tabIndex={0} />
    </>,
  )
  await user.tab()
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('grid', { name: 'Files' })).toHaveFocus()
})

test('where a page has no list, “Skip to content” leads to its content', async () => {
  await show(<p>About</p>)
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main')
})
