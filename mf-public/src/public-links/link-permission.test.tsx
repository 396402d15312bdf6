import { render, screen } from '@testing-library/react'
import { LinkPermission, mayEdit, type Permission, usePermission } from './link-permission.ts'

function Shown() {
  const permission = usePermission()
  return <p>{`${permission} ${mayEdit(permission) ? 'edits' : 'reads'}`}</p>
}

test('is master outside of a link, for the owner, who may edit', () => {
  render(<Shown />)
  expect(screen.getByText('master edits')).toBeInTheDocument()
})

test.each<[Permission, string]>([
  ['editor', 'editor edits'],
  ['visitor', 'visitor reads'],
])('is replaced by the permission of the link: %s', (permission, text) => {
  render(
    <LinkPermission value={permission}>
      <Shown />
    </LinkPermission>,
  )
  expect(screen.getByText(text)).toBeInTheDocument()
})
