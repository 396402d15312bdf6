import { memo } from 'react'
import styled from 'styled-components'

const Blocks = styled.div`
  padding: 16px;
  font: 400 var(--t-13) / 20px var(--font-mono);
  tab-size: 4;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  &[data-no-wrap] {
    inline-size: max-content;
    min-inline-size: 100%;
    white-space: pre;
    overflow-wrap: normal;
  }
  pre {
    margin: 0;
    font: inherit;
    white-space: inherit;
    content-visibility: auto;
    contain-intrinsic-size: auto 1000px;
  }
`

/** A block is a multiple of lines, and cut within a line that is longer. */
const BLOCK_CHARACTERS = 8000

/** Parts of a text of at most 8,000 characters, which end with a line where it is not longer than that. */
export function blocksOf(text: string): readonly string[] {
  const blocks: string[] = []
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + BLOCK_CHARACTERS)
    const line = end < text.length ? text.lastIndexOf('\n', end - 1) : -1
    if (line >= start) end = line + 1
    else if (isHighSurrogate(text.charCodeAt(end - 1)) && end < text.length) end -= 1
    blocks.push(text.slice(start, end))
    start = end
  }
  return blocks
}

const isHighSurrogate = (unit: number) => unit >= 0xd8_00 && unit < 0xdc_00

/** Text in blocks, of which the browser lays out those on the screen. */
export const PlainText = memo(({ text, wraps }: { readonly text: string; readonly wraps: boolean }) => (
  <Blocks data-no-wrap={!wraps || undefined}>
    {blocksOf(text).map((block, at) => (
      // The last line break of a block is that of its element.
      <pre key={at}>{block.endsWith('\n') ? block.slice(0, -1) || ' ' : block}</pre>
    ))}
  </Blocks>
))
PlainText.displayName = 'PlainText'
