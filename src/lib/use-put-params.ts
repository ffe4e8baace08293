import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { isLeaving } from './leaving'

/**
 * Changes the address's parameters without adding a history entry. Starts from the current address, because the last render may
 * be one change behind. The router's own setter changes identity with each change and would re-render everything that uses it.
 *
 * @example const put = usePutParams(); put((params) => params.set('tab', 'chat'))
 * @returns a function whose callback changes the given parameters, or returns new ones
 */
export function usePutParams(): (change: (params: URLSearchParams) => unknown) => void {
  const navigate = useNavigate()
  return useCallback(
    (change) => {
      // The text of a search may arrive after someone has pressed a link: it must not change the address then.
      if (isLeaving()) return
      const params = new URLSearchParams(window.location.search)
      const others = change(params)
      void navigate(`?${others instanceof URLSearchParams ? others : params}`, {
        replace: true,
        preventScrollReset: true
      })
    },
    [navigate]
  )
}
