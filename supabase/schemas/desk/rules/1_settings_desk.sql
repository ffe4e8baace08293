-- Effects of settings: counts what a change of settings would affect. The settings page shows these numbers before an
-- admin saves.
-- Access: admins whose role may change settings
-- Tests:  tests/db/settings_desk.sql

-- Every count stops at 1000: the page needs no larger numbers, and counting further is slow.
create function public.settings_facts() returns public.counted_facts
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('settings');
  return row(
    app.ledger_has_entries(),
    (select count(*) from (select 1 from public.profiles p
      where p.usertype = 'driver' and not p.approved and p.suspended_at is null and p.deleted_at is null limit 1000) n),
    -- Counts drivers whose wallet without its bonus is below zero. The bonus is left out, as in app.can_afford, because
    -- it does not cover what a cash ride costs the driver.
    (select count(*) from (select 1 from public.profiles p
      where p.usertype = 'driver' and p.wallet_balance - p.bonus_balance < 0 and p.deleted_at is null limit 1000) n),
    (select count(*) from (select 1 from public.bookings b where b.status = 'NEW' and not b.book_later limit 1000) n),
    (select count(*) from (select 1 from public.bookings b where app.is_upcoming(b.status) and b.book_later
      limit 1000) n),
    (select count(*) from (select 1 from public.fare_quotes q where q.used_at is null and q.expires_at > app.now()
      limit 1000) n),
    (select count(*) from (select 1 from public.withdraw_requests w join public.profiles p on p.id = w.user_id
      where not w.processed and w.rejected_at is null and p.usertype = 'rider' limit 1000) n))::public.counted_facts;
end $$;
comment on function public.settings_facts is
  'What a change of settings affects: whether the currency is locked; number of drivers who wait for approval or '
  'whose wallet is below zero, bookings that search for a driver or are for later, valid quotes, open withdrawals of '
  'riders; each counted up to 1000. '
  'Errors: must_login, not_allowed.';
grant execute on function public.settings_facts() to authenticated;
