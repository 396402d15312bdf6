import { accentProperties, accentRamp, applyAccent } from './accent.ts'
import { contrast, fromHex } from './color.ts'

const accents = ['#00BC7E', '#FFD400', '#E4002B', '#127EEE', '#814EC6', '#000000', '#FFFFFF', '#7A7A7A', '#0ff']

describe('an operator’s accent', () => {
  test.each(accents)('%s: white on the button, and links on their background, have a contrast of 4.6:1', (hex) => {
    const ramp = accentRamp(hex)
    expect(contrast('#FFFFFF', ramp[600])).toBeGreaterThanOrEqual(4.6)
    expect(contrast('#FFFFFF', ramp[700])).toBeGreaterThanOrEqual(4.6)
    expect(contrast(ramp[650], ramp[50])).toBeGreaterThanOrEqual(4.6)
  })

  test.each(accents)('%s: the button of the dark theme has enough contrast with its label and the page', (hex) => {
    const set = accentProperties(hex)
    const on = set['--a-dark-on'] ?? ''
    for (const background of ['--a-dark-solid', '--a-dark-hover', '--a-dark-press']) {
      expect(contrast(on, set[background] ?? '')).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrast(set['--a-dark-solid'] ?? '', '#131817')).toBeGreaterThanOrEqual(3)
  })

  test.each(accents)('%s: bars have a contrast of 3:1 with the page', (hex) => {
    expect(contrast(accentProperties(hex)['--a-fill'] ?? '', '#FFFFFF')).toBeGreaterThanOrEqual(3)
  })

  test('gets darker with each step and keeps its hue', () => {
    const ramp = accentRamp('#127EEE')
    const steps = [50, 100, 200, 300, 400, 500, 600, 650, 700, 800, 900, 950] as const
    const lightness = steps.map((step) => fromHex(ramp[step]).l)
    expect(lightness).toEqual([...lightness].sort((one, other) => other - one))
    expect(Math.abs(fromHex(ramp[700]).h - fromHex('#127EEE').h)).toBeLessThan(3)
  })

  test('results in Holdall’s own ramp for Holdall’s green', () => {
    const ramp = accentRamp('#00BC7E')
    expect(ramp[500]).toBe('#00BC7E')
    expect(contrast(ramp[600], '#068256')).toBeLessThan(1.05)
    expect(contrast(ramp[50], '#E6FAEF')).toBeLessThan(1.05)
    expect(contrast(ramp[950], '#052014')).toBeLessThan(1.05)
  })

  test('refuses what is not a colour and does not change the page', () => {
    expect(() => applyAccent('url(x)')).toThrow(RangeError)
    expect(document.documentElement.style).toHaveLength(0)
  })

  test('is set on the root element', () => {
    applyAccent('#127eee')
    expect(document.documentElement.style.getPropertyValue('--a-500')).toBe('#127EEE')
  })
})
