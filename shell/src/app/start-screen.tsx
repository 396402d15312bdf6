import { Spinner } from '@holdall/ui'
import styled from 'styled-components'

const Centre = styled.div`
  display: grid;
  place-items: center;
  min-block-size: 100dvh;
`

/** Before the first words are there; so it has none. */
export const StartScreen = () => (
  <Centre>
    <Spinner />
  </Centre>
)
