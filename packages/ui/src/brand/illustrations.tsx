import type { ComponentProps, ReactNode } from 'react'
import styled from 'styled-components'

const Frame = styled.svg`
  flex: none;
  max-inline-size: 100%;
  .a-fill {
    fill: var(--accent-soft-2);
  }
  .a-mid {
    fill: var(--accent-line);
  }
  .a-solid {
    fill: var(--accent);
  }
  .a-paper {
    fill: var(--raised);
    stroke: var(--line-2);
  }
  .a-line {
    fill: none;
    stroke: var(--n-400);
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .a-edge {
    stroke: var(--accent);
  }
  .a-faint {
    opacity: 0.5;
  }
  .a-shadow {
    fill: var(--press);
  }
  .a-sink {
    fill: var(--canvas);
  }
  .a-warn {
    stroke: var(--warn);
  }
  [data-theme='dark'] & .a-line:not(.a-edge, .a-warn) {
    stroke: var(--n-600);
  }
`

export type ArtProps = Omit<ComponentProps<'svg'>, 'children'>

const art = (shapes: ReactNode) => (props: ArtProps) => (
  <Frame viewBox="0 0 200 140" width={200} height={140} aria-hidden {...props}>
    <ellipse className="a-shadow" cx="100" cy="128" rx="78" ry="6" />
    {shapes}
  </Frame>
)

/** An empty bag: nothing in this folder yet. */
export const FolderArt = art(
  <>
    <path className="a-line a-edge" d="M72 62V50a28 28 0 0 1 56 0v12" strokeWidth="6" />
    <rect className="a-fill" x="32" y="58" width="136" height="68" rx="26" />
    <path
      className="a-mid"
      d="M32 84a26 26 0 0 1 26-26h84a26 26 0 0 1 26 26c0-8-10-12-26-12H58c-16 0-26 4-26 12z"
      opacity=".7"
    />
    <rect className="a-solid" x="69" y="58" width="6" height="68" />
    <rect className="a-solid" x="125" y="58" width="6" height="68" />
    <path className="a-line a-edge" d="M86 88h28" strokeWidth="3" />
    <circle className="a-solid" cx="118" cy="88" r="3.5" />
  </>,
)

/** An empty bin: nothing in the trash. */
export const TrashArt = art(
  <>
    <path className="a-fill" d="M58 52h84l-8 68a8 8 0 0 1-8 7H74a8 8 0 0 1-8-7z" />
    <path className="a-line a-edge a-faint" d="M84 68l4 42M116 68l-4 42M100 68v42" strokeWidth="3.5" />
    <rect className="a-solid" x="50" y="42" width="100" height="10" rx="5" />
    <path className="a-line a-edge" d="M86 42v-5a6 6 0 0 1 6-6h16a6 6 0 0 1 6 6v5" strokeWidth="5" />
    <path className="a-line" d="M158 30l4-8M166 40l9-3M150 24l1-9" strokeWidth="2.5" />
  </>,
)

/** A page under a magnifying glass: nothing found. */
export const SearchArt = art(
  <>
    <rect className="a-paper" x="48" y="26" width="76" height="94" rx="8" strokeWidth="1.5" />
    <path className="a-line a-faint" d="M62 46h34M62 60h46M62 74h28" strokeWidth="3.5" />
    <circle className="a-fill" cx="124" cy="82" r="27" />
    <circle className="a-line a-edge" cx="124" cy="82" r="27" strokeWidth="6" />
    <path className="a-line a-edge" d="M144 103l18 19" strokeWidth="8" />
  </>,
)

const tag =
  'M60 34h66a8 8 0 0 1 6 3l26 34a8 8 0 0 1 0 10l-26 34a8 8 0 0 1-6 3H60a10 10 0 0 1-10-10V44a10 10 0 0 1 10-10z'

/** A luggage tag with a clock: the link has expired or was revoked. */
export const ExpiredArt = art(
  <>
    <path className="a-fill" d={tag} transform="rotate(-10 100 76)" />
    <circle className="a-sink" cx="139" cy="68" r="7" />
    <path className="a-line" d="M139 68c18-8 26-22 22-40" strokeWidth="3" />
    <g transform="rotate(-10 100 76)">
      <circle className="a-paper" cx="90" cy="76" r="22" strokeWidth="0" />
      <circle className="a-line a-edge" cx="90" cy="76" r="22" strokeWidth="4.5" />
      <path className="a-line a-edge" d="M90 63v13l8 6" strokeWidth="4.5" />
    </g>
  </>,
)

/** The bag with a padlock on its zip: a password is needed, or access is denied. */
export const LockedArt = art(
  <>
    <path className="a-line a-edge" d="M72 62V50a28 28 0 0 1 56 0v12" strokeWidth="6" />
    <rect className="a-fill" x="32" y="58" width="136" height="68" rx="26" />
    <rect className="a-mid" x="50" y="58" width="6" height="68" />
    <rect className="a-mid" x="144" y="58" width="6" height="68" />
    <path className="a-line a-edge" d="M90 86v-8a10 10 0 0 1 20 0v8" strokeWidth="4.5" />
    <rect className="a-solid" x="82" y="86" width="36" height="28" rx="7" />
    <path className="a-line" d="M100 97v6" strokeWidth="4" style={{ stroke: 'var(--on-accent)' }} />
  </>,
)

/** A window with a missing pane: a part of the page did not load. */
export const BrokenArt = art(
  <>
    <rect className="a-fill" x="26" y="36" width="148" height="84" rx="14" />
    <rect className="a-paper" x="38" y="48" width="58" height="26" rx="6" strokeWidth="1.5" />
    <rect className="a-paper" x="38" y="82" width="58" height="26" rx="6" strokeWidth="1.5" />
    <rect className="a-line" x="104" y="48" width="58" height="60" rx="6" strokeWidth="2.5" strokeDasharray="6 6" />
    <path className="a-line a-warn" d="M133 66v14" strokeWidth="4" />
    <circle cx="133" cy="90" r="2.6" fill="var(--warn)" />
  </>,
)
