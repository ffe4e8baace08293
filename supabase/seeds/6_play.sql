-- Creates the bookings of the plan, some per transaction, so that users of the product never wait long for a lock. After an
-- interruption it continues where it stopped.

-- Positions must be older than the past that follows, except those of drivers whom a user drives now. The end of this file
-- sets them to an hour ago again.
update public.driver_positions p set updated_at = seed.present() - interval '1 year'
where p.driver_id between seed.id(401) and seed.id(430) and p.updated_at < seed.present() - interval '10 minutes'
  and not exists (select from seed.plan q where q.played_until is not null);

-- Creates one booking: at its planned time, or later once its rider and a driver are free.
create or replace function seed.play(p seed.plan) returns seed.plan language plpgsql as $$
begin
  p.at := greatest(p.at, (select max(q.played_until) from seed.plan q where q.rider = p.rider) + interval '10 minutes');
  loop
    p.driver := seed.free_driver(p, p.at);
    exit when p.driver is not null or p.at > seed.present();
    p.at := p.at + interval '10 minutes';
  end loop;
  perform seed.turn(p.at), app.publish_ratings();
  -- A paid booking without a rating is completed after a day.
  if exists (select from public.bookings b where b.status = 'PAID' and b.paid_at < p.at - interval '24 hours') then perform app.housekeeping(); end if;
  p := case when p.story like 'now%' then seed.tell_now(p) when p.story like 'to_come%' then seed.tell_coming(p) else seed.tell(p) end;
  p.played_until := coalesce(p.played_until, seed.present());
  if p.driver is not null and p.story not like 'now%' then perform seed.leave(p.driver); end if;
  return p;
end $$;

create or replace function seed.play_next(how_many integer) returns void language plpgsql as $$
declare
  p seed.plan;
  v_day seed.pay_days;
begin
  for p in select * from seed.plan q where q.played_until is null order by q.n limit how_many loop
    for v_day in select * from seed.pay_days y where not y.done and y.at < p.at order by y.at loop
      begin
        perform seed.pay_out(v_day);
      exception when others then
        update seed.pay_days y set done = true where y.n = v_day.n;
      end;
    end loop;
    -- A user's own actions may conflict: retry with other drivers, and leave the booking out after three failures.
    for i in 1 .. 3 loop
      begin
        p := seed.play(p);
        p.failed := null;
        exit;
      exception when others then
        p.failed := sqlerrm;
        p.which_driver := (p.which_driver + 0.37)::numeric % 1;
      end;
    end loop;
    update seed.plan q set at = p.at, driver = p.driver, booking_id = p.booking_id, failed = p.failed, played_until = coalesce(p.played_until, p.at)
    where q.n = p.n;
  end loop;
  perform seed.turn(seed.present());
end $$;

select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);
select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2); select seed.play_next(2);

update public.driver_positions p set updated_at = seed.present() - interval '1 hour'
where p.driver_id between seed.id(401) and seed.id(430) and p.updated_at < seed.present() - interval '1 hour';

-- Notices about expiring papers; notices older than a day count as read.
select set_config('app.quiet', 'kept', true), app.publish_ratings(), app.check_documents();
update public.notices n set read_at = n.created_at + interval '1 hour' where n.read_at is null and n.created_at < seed.present() - interval '1 day';
do $$ declare v_failed text; begin
  select string_agg(distinct q.failed, ', ') into v_failed from seed.plan q;
  if v_failed is not null then raise warning 'seed: left out: %', v_failed; end if;
end $$;
drop schema seed cascade;
