import { useId } from 'react'
import { Heading, Spinner } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import styled from 'styled-components'
import type { Layer } from '../stores/overlay-store.ts'

const Body = styled.output`
  display: grid;
  justify-items: center;
  gap: 20px;
  padding: 40px 36px;
`

interface Props {
  readonly layer: Extract<Layer, { kind: 'processing' }>
  readonly container: HTMLElement
}

const stay = () => {}

export function ProcessingView({ layer, container }: Props) {
  const titleId = useId()
  return (
    <Dialog open onClose={stay} dismiss="never" size="s" labelledBy={titleId} container={container}>
      <Body>
        <Spinner size={32} />
        <Heading id={titleId} variant="popup">
          {layer.title}
        </Heading>
      </Body>
    </Dialog>
  )
}
