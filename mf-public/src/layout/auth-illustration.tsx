import styled from 'styled-components'

const Canvas = styled.svg`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  direction: ltr;
  animation: arrive var(--m-slow) var(--ease);
  @keyframes arrive {
    from {
      opacity: 0;
    }
  }
`

/** Height and offset of the bars of the recording. */
const soundBars = [12, 48, 62, 49, 24, 15, 16, 33, 39, 22, 37, 66, 70, 45, 13]
const chart = [18, 30, 22, 38, 28, 44]

const Photo = () => (
  <g filter="url(#bag-shade)">
    <g transform="translate(118 300) rotate(-11)">
      <rect width="212" height="212" rx="16" fill="#fff" />
      <svg x="8" y="8" width="196" height="148" viewBox="0 0 196 148">
        <g clipPath="url(#bag-photo)">
          <rect width="196" height="148" fill="url(#bag-sky)" />
          <circle cx="82" cy="58" r="13" fill="#FFF3CF" />
          <path d="M0 84 34 60l26 18 38-32 36 30 26-16 36 24v80H0z" fill="#7FA8BE" />
          <path d="M0 102 44 78l34 22 40-22 40 24 38-20v70H0z" fill="#4E7F93" />
          <path d="M0 122c40-14 70-12 98-6s66 4 98-8v40H0z" fill="#27505F" />
          <path d="M58 128h52M72 136h36" stroke="#F6DFA8" strokeWidth="2.5" strokeLinecap="round" opacity=".7" />
        </g>
      </svg>
      <rect x="14" y="172" width="96" height="8" rx="4" fill="#2B3532" />
      <rect x="14" y="188" width="60" height="7" rx="3.5" fill="#C9CFCD" />
    </g>
  </g>
)

const Report = () => (
  <g filter="url(#bag-shade)">
    <g transform="translate(352 246) rotate(9)">
      <rect width="176" height="228" rx="14" fill="#fff" />
      <rect x="20" y="24" width="86" height="10" rx="5" fill="#2B3532" />
      <rect x="20" y="44" width="52" height="7" rx="3.5" fill="#ACB3B0" />
      {[136, 120, 136, 84].map((width, line) => (
        <rect key={line} x="20" y={72 + line * 16} width={width} height="6" rx="3" fill="#E1E6E4" />
      ))}
      <rect x="20" y="146" width="136" height="60" rx="8" fill="#EFF6FF" />
      {chart.map((height, bar) => (
        <rect key={bar} x={32 + bar * 20} y={196 - height} width="12" height={height} rx="3" fill="#4B94F2" />
      ))}
    </g>
  </g>
)

const Recording = () => (
  <g filter="url(#bag-shade)">
    <g transform="translate(252 356) rotate(-2)">
      <rect width="158" height="150" rx="14" fill="#FDF2F8" />
      {soundBars.map((height, bar) => (
        <rect key={bar} x={20 + bar * 8} y={62 - height / 2} width="4" height={height} rx="2" fill="#E070AC" />
      ))}
    </g>
  </g>
)

const gradients = (
  <defs>
    <clipPath id="bag-photo">
      <rect width="196" height="148" rx="12" />
    </clipPath>
    <linearGradient id="bag-sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor="#5B93B8" />
      <stop offset="0.6" stopColor="#F2D9A6" />
    </linearGradient>
    <linearGradient id="bag-top" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor="#1FCB8F" />
      <stop offset="1" stopColor="#00A870" />
    </linearGradient>
    <linearGradient id="bag-body" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor="#0AC486" />
      <stop offset="1" stopColor="#079463" />
    </linearGradient>
    <filter id="bag-shade" x="-30%" y="-30%" width="160%" height="180%">
      <feDropShadow dx="0" dy="14" stdDeviation="16" floodColor="#05301F" floodOpacity=".20" />
    </filter>
  </defs>
)

/** A bag with files in it, shown beside the form. */
export const AuthIllustration = () => (
  <Canvas viewBox="0 0 640 820" preserveAspectRatio="xMidYMid slice">
    {gradients}
    <path d="M206 490V338a114 114 0 0 1 228 0v152" fill="none" stroke="#068256" strokeWidth="26" />
    <Photo />
    <Report />
    <Recording />
    <g filter="url(#bag-shade)">
      <rect x="88" y="474" width="464" height="250" rx="92" fill="url(#bag-body)" />
    </g>
    <rect x="88" y="474" width="464" height="250" rx="92" fill="url(#bag-top)" opacity=".6" />
    <path
      d="M180 474h280a92 92 0 0 1 92 92c0-44-46-64-92-64H180c-46 0-92 20-92 64a92 92 0 0 1 92-92z"
      fill="#fff"
      opacity=".16"
    />
    <rect x="193" y="474" width="26" height="250" fill="#068256" />
    <rect x="421" y="474" width="26" height="250" fill="#068256" />
    <rect x="219" y="586" width="202" height="26" fill="#068256" opacity=".9" />
    <rect x="296" y="574" width="48" height="50" rx="12" fill="#FDF4E7" />
    <rect x="314" y="590" width="12" height="18" rx="6" fill="#068256" />
  </Canvas>
)
