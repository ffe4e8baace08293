import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { isLeaving } from './leaving'

/**
 * Returns a function that changes the parameters of the page's address without adding a history entry. It starts from the
 * browser's current address, because the address of the last render may lack a change. The router's own setter cannot
 * be used: it is a new function after each change, so everything that uses it would render again.
 *
 * @returns a function that takes a callback; the callback changes the given parameters, or returns new ones
 * @example const put = usePutParams(); put((params) => params.set('tab', 'chat'))
 */
export function usePutParams(): (change: (params: URLSearchParams) => unknown) => void {
  const navigate = useNavigate()
  return useCallback(
    (change) => {
      // The debounced text of a search may arrive after someone has pressed a link. It must not change the address then.
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
