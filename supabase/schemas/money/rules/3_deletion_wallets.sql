-- The wallet of somebody who leaves: what could go back to cards.
-- Tests:  tests/db/account_deletion_wallet.sql

create function public.wallet_at_deletion() returns public.wallet_at_deletion
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.unsuspended_caller();
  v_money constant numeric := v_me.wallet_balance - v_me.bonus_balance;
  v_cards numeric := least(greatest(v_money - app.locked_tips(v_me.id), 0), (select coalesce(sum(t.amount), 0)
    from app.returnable_topups(v_me.id) t));
begin
  return row(v_cards, v_money - v_cards, v_me.usertype = 'rider' and exists (select 1 from public.bookings b
    where b.customer_id = v_me.id));
end $$;
comment on function public.wallet_at_deletion is
  'What happens to the money in the caller''s wallet if the account is deleted now. A negative remaining_balance is a '
  'debt, which must be paid first. '
  'Errors: must_login, account_suspended.';
grant execute on function public.wallet_at_deletion() to authenticated;
