-- What happens by itself.
-- Needs:  pg_cron (or a stand-in with cron.schedule), dispatch, earnings
-- Access: the owner alone
-- Tests:  tests/db/housekeeping.sql, tests/db/attacks_money.sql

-- An embedded server without pg_cron brings a schema of its own; everywhere else this creates the extension.
do $$ begin
  if to_regprocedure('cron.schedule(text,text,text)') is null then
    create extension if not exists pg_cron with schema pg_catalog;
  end if;
end $$;

-- pg_cron's finest schedule is a minute, an offer lasts seconds: one call ticks through its minute, committing each
-- time. An invoker procedure without SET, since COMMIT is refused in any other.
create procedure app.dispatch_loop() language plpgsql as $$
begin
  for i in 1 .. 12 loop
    perform app.dispatch_tick();
    commit;
    -- By itself: what the desk is shown must not keep riders waiting.
    begin
      perform app.watch_attention();
    exception when others then
      raise warning 'the attention list was not watched: %', sqlerrm;
    end;
    commit;
    exit when i = 12;
    perform pg_catalog.pg_sleep(5);
  end loop;
end $$;
comment on procedure app.dispatch_loop() is 'Ticks dispatch, and tells of the attention list, every five seconds for a minute.';

-- Each on its own: a parcel that cannot be ended must not keep the money of the others.
create function app.cancel_unpaid() returns void
language plpgsql security definer set search_path = '' as $$
declare v_id uuid;
begin
  for v_id in select p.id from public.bookings p where p.status = 'PAYMENT_PENDING' and p.created_at <= app.now() - interval '15 minutes'
    order by p.id limit 500 loop
    begin
      perform 1 from public.bookings b where b.id = v_id and b.status = 'PAYMENT_PENDING' for no key update skip locked;
      continue when not found;
      perform app.act('system', note => 'payment_timeout');
      update public.bookings b set status = 'CANCELLED', cancelled_at = app.now(), cancelled_by = 'system', reason = 'payment_timeout' where b.id = v_id;
    exception when others then
      raise warning 'ending % failed: %', v_id, sqlerrm;
    end;
  end loop;
end $$;
comment on function app.cancel_unpaid is 'Ends parcels that were not paid for within 15 minutes.';

create function app.housekeeping() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.act('system', note => 'after_24_hours');
  update public.bookings b set status = 'COMPLETE', completed_at = app.now()
  where b.id in (select p.id from public.bookings p where p.status = 'PAID' and p.paid_at <= app.now() - interval '24 hours'
    order by p.id limit 500 for no key update skip locked);
  perform app.cancel_unpaid();
  delete from public.fare_quotes q where q.used_at is null and q.expires_at < app.now() - interval '1 day';
  perform app.reset_tries();
  perform app.clean_outbox();
  perform app.park_silent_drivers();
  delete from app.former_contacts f where f.at < app.now() - interval '2 years';
  delete from app.rate_limits r where r.window_start < app.now() - interval '1 day';
end $$;
comment on function app.housekeeping is 'Completes rides paid a day ago, cancels unpaid parcels, forgets old quotes, limits and code tries, parks silent drivers.';

select cron.schedule('dispatch', '* * * * *', 'call app.dispatch_loop()');
select cron.schedule('housekeeping', '*/5 * * * *', 'select app.housekeeping()');
select cron.schedule('earnings', '7 * * * *', 'select app.close_month()');
select cron.schedule('documents', '23 * * * *', 'select app.check_documents()');
