import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { isLeaving } from './leaving'

/**
 * Changes the parameters of the address in their place in the history, from the address itself: what was rendered last may
 * be a change behind. The router's own setter is another one after each change, and whatever is made of it is drawn again.
 *
 * @example const put = usePutParams(); put((params) => params.set('tab', 'chat'))
 * @returns takes a change of the parameters it is handed, or others in their place
 */
export function usePutParams(): (change: (params: URLSearchParams) => unknown) => void {
  const navigate = useNavigate()
  return useCallback(
    (change) => {
      // What is written once typing rests may come when somebody has pressed a link meanwhile.
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
