import type { LogApi } from '@holdall/section'
import { Button, ErrorState } from '@holdall/ui'
import { Component, type ReactNode } from 'react'
import styled from 'styled-components'

const Page = styled.main`
  display: flex;
  min-block-size: 100dvh;
`

/** The shell itself failed: its words may be what is missing, so these are fixed. */
export const RootError = () => (
  <Page>
    <ErrorState
      level="h1"
      title="Holdall could not start"
      text="Load the page again. If it stays like this, tell your administrator."
      actions={
        <Button
          variant="primary"
          onClick={() => {
            location.reload()
          }}
        >
          Load again
        </Button>
      }
    />
  </Page>
)

interface Props {
  readonly log: LogApi
  readonly children: ReactNode
}

/** The last net: what gets here is the shell's own fault. */
export class RootBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.log.error('The shell failed.', error)
  }

  override render() {
    return this.state.failed ? <RootError /> : this.props.children
  }
}
