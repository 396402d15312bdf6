import { useState } from 'react'
import type { ViewerProps } from '../viewer-props.ts'
import { PlainText } from './plain-text.tsx'
import { TextFrame } from './text-frame.tsx'
import { useText } from './use-text.ts'
import { WrapButton } from './wrap-button.tsx'

export const MAX_TEXT_BYTES = 1024 * 1024

/** Plain text. */
export function TextViewer({ setPrint, ...source }: ViewerProps) {
  const read = useText(source, MAX_TEXT_BYTES)
  const [wraps, setWraps] = useState(true)
  return (
    <TextFrame
      read={read}
      name={source.entry.attributes.name}
      setPrint={setPrint}
      tools={<WrapButton wraps={wraps} onChange={setWraps} />}
    >
      {read ? <PlainText text={read.text} wraps={wraps} /> : null}
    </TextFrame>
  )
}
