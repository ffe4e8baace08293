-- Bank changes: after bank details or a verified contact were replaced, or bank details removed, withdrawals wait for
-- some hours and the person is notified on every channel.

create function app.payout_waits_until(user_id uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select max(c.at) + make_interval(hours => (select s.bank_change_hours from public.settings s where s.id = 1))
  from app.payout_changes c where c.user_id = payout_waits_until.user_id
$$;

create function app.check_payout_wait(user_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_until timestamptz := app.payout_waits_until(user_id);
begin
  if v_until > app.now() then
    perform app.refuse('payout_waits', 409,
      format('Bank details or a contact changed; withdrawals are possible from %s', v_until));
  end if;
end $$;
comment on function app.check_payout_wait is
  'Refuses with payout_waits until settings.bank_change_hours have passed since the last change of bank details or a '
  'verified contact.';

create function public.payout_wait(user_id uuid) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare v_until timestamptz := app.payout_waits_until(user_id);
begin
  perform app.require_permission('payouts');
  return case when v_until > app.now() then v_until end;
end $$;
comment on function public.payout_wait is
  'Until when a person''s new withdrawals wait after a change of bank details or a contact, for admins with the '
  'permission payouts; null if they do not wait. '
  'Errors: must_login, not_allowed.';
grant execute on function public.payout_wait(uuid) to authenticated;
