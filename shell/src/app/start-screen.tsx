import { Spinner } from '@holdall/ui'
import styled from 'styled-components'

const Centre = styled.div`
  display: grid;
  place-items: center;
  min-block-size: 100dvh;
`

/** Shown before the messages are loaded, so it has no text. */
export const StartScreen = () => (
  <Centre>
    <Spinner />
  </Centre>
)
