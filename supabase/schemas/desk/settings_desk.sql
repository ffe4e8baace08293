-- What the office needs to know before it changes a setting.
-- Needs:  settings, ledger, profiles, bookings, quotes, withdrawals
-- Access: admins whose role may change settings
-- Tests:  tests/db/settings_desk.sql

create type public.counted_facts as (
  currency_locked boolean,
  drivers_waiting bigint,
  drivers_below_zero bigint,
  searching bigint,
  upcoming bigint,
  open_quotes bigint,
  rider_withdrawals bigint
);
comment on type public.counted_facts is 'What settings_facts answers.';

-- Beyond a thousand nobody needs the figure, and counting takes its time.
create function public.settings_facts() returns public.counted_facts
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('settings');
  return row(
    app.ledger_has_entries(),
    (select count(*) from (select 1 from public.profiles p
      where p.usertype = 'driver' and not p.approved and p.suspended_at is null and p.deleted_at is null limit 1000) n),
    -- As app.affords counts: a bonus does not cover what a cash ride takes.
    (select count(*) from (select 1 from public.profiles p
      where p.usertype = 'driver' and p.wallet_balance - p.bonus_balance < 0 and p.deleted_at is null limit 1000) n),
    (select count(*) from (select 1 from public.bookings b where b.status = 'NEW' and not b.book_later limit 1000) n),
    (select count(*) from (select 1 from public.bookings b where b.status in ('NEW', 'ACCEPTED') and b.book_later limit 1000) n),
    (select count(*) from (select 1 from public.fare_quotes q where q.used_at is null and q.expires_at > app.now() limit 1000) n),
    (select count(*) from (select 1 from public.withdraw_requests w join public.profiles p on p.id = w.user_id
      where not w.processed and w.rejected_at is null and p.usertype = 'rider' limit 1000) n))::public.counted_facts;
end $$;
comment on function public.settings_facts is
  'What a change of settings meets: whether the currency is locked; drivers who wait for approval or are below zero, bookings that search for a driver or are for later, quotes that still hold, withdrawals that riders asked for; each counted up to 1000. Errors: must_login, not_allowed.';
grant execute on function public.settings_facts() to authenticated;
