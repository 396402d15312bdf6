import { Component, type ReactNode } from 'react'

interface Props {
  /** A change of the path renders the section again: the user has left the page that failed. */
  readonly path: string
  readonly onError: (error: unknown) => void
  readonly fallback: (error: unknown, retry: () => void) => ReactNode
  readonly children: ReactNode
}
interface State {
  readonly failed: boolean
  readonly error: unknown
}

/** Catches what a section throws while rendering, so that the rest of the page keeps working. */
export class SectionBoundary extends Component<Props, State> {
  override state: State = { failed: false, error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  override componentDidUpdate({ path }: Props) {
    if (this.state.failed && path !== this.props.path) this.#retry()
  }

  readonly #retry = () => {
    this.setState({ failed: false, error: null })
  }

  override render() {
    return this.state.failed ? this.props.fallback(this.state.error, this.#retry) : this.props.children
  }
}
