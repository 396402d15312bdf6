import { fetchOnce, forgetFailures } from './lazy.ts'

describe('lazy code', () => {
  test('is fetched once', async () => {
    const lazy = jest.fn(() => Promise.resolve(1))
    expect(await Promise.all([fetchOnce(lazy), fetchOnce(lazy)])).toEqual([1, 1])
    expect(lazy).toHaveBeenCalledTimes(1)
  })

  test('that failed is not fetched in a loop, and is fetched again after a retry', async () => {
    const lazy = jest.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValueOnce(2)
    await expect(fetchOnce(lazy)).rejects.toThrow('gone')
    await expect(fetchOnce(lazy)).rejects.toThrow('gone')
    expect(lazy).toHaveBeenCalledTimes(1)
    forgetFailures()
    await expect(fetchOnce(lazy)).resolves.toBe(2)
  })

  test('gets one more attempt for each file whose request failed, and then fails', async () => {
    const chunk = (request: string, type = 'error') =>
      Object.assign(new Error(`Loading chunk ${request} failed.`), { name: 'ChunkLoadError', type, request })
    const twoFiles = jest.fn().mockRejectedValueOnce(chunk('/a.js')).mockRejectedValueOnce(chunk('/b.js'))
    await expect(fetchOnce(twoFiles.mockResolvedValueOnce('there'))).resolves.toBe('there')
    const always = jest.fn().mockRejectedValue(chunk('/a.js'))
    await expect(fetchOnce(always)).rejects.toThrow('/a.js')
    expect(always).toHaveBeenCalledTimes(2)
    const slow = jest.fn().mockRejectedValue(chunk('/a.js', 'timeout'))
    await expect(fetchOnce(slow)).rejects.toThrow('/a.js')
    expect(slow).toHaveBeenCalledTimes(1)
  })

  test('that throws synchronously fails like code that rejects', async () => {
    await expect(
      fetchOnce(() => {
        throw new Error('at once')
      }),
    ).rejects.toThrow('at once')
  })
})
