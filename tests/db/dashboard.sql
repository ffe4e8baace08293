-- The dashboard's figures: gross earnings today, this month and in total, of the platform or of a fleet.
select no_plan();
select tests.set('time_zone', 'Pacific/Auckland'), tests.set('otp_secure', 'false');
create function tests.set_time(moment timestamptz) returns void language sql security definer as $$
  update app.clock set "offset" = moment - now()
$$;
create function tests.totals(who text) returns numeric[] language plpgsql as $$
declare v_totals jsonb;
begin
  perform tests.act_as(who);
  v_totals := to_jsonb(public.dashboard_totals());
  return array[(v_totals ->> 'today')::numeric, (v_totals ->> 'this_month')::numeric,
    (v_totals ->> 'total')::numeric - case who when 'admin' then (select total from pg_temp.before) else 0 end];
end $$;
create function tests.earlier_totals(who text) returns jsonb language plpgsql as $$
begin
  perform tests.act_as(who);
  return (select jsonb_build_array(d.yesterday, d.last_month, d.thirty_days, d.previous_thirty_days) from public.dashboard_totals() d);
end $$;
select tests.act_as('admin');
create temp table before as select (to_jsonb(public.dashboard_totals()) ->> 'total')::numeric as total;
grant select on before to public;
select tests.as_owner();

-- 2031-05-30 23:30, 31 00:30, and June 1st 00:30 in Auckland (twelve hours ahead of UTC)
select tests.as_owner(), tests.set_time('2031-05-30 11:30+00'), tests.ride('PAID');
update public.drivers set fleet_id = tests.id('fleet4') where id = tests.id('driver');
select tests.set_time('2031-05-30 12:30+00'), tests.ride('PAID');
-- Spec 2.37, 9.28
select is(tests.totals('admin'), array[1.00, 2.00, 2.00], 'earnings of today start at midnight in settings.time_zone');
-- Spec 6.20
select is(tests.totals('fleet4'), array[1.00, 1.00, 1.00], 'a fleet''s dashboard counts the rides driven for the fleet');
select is(tests.totals('fleet5'), array[0, 0, 0]::numeric[], 'the dashboard of another fleet counts none of them');
select tests.as_owner(), tests.set_time('2031-05-31 12:30+00'), tests.ride('PENDING');
-- Spec 9.28
select is(tests.totals('admin'), array[0, 0, 2.00]::numeric[], 'earnings of the month end at midnight in settings.time_zone');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is(tests.totals('admin'), array[1.00, 1.00, 3.00], 'a payment appears on the dashboard at once');
select tests.as_owner();
do $$ begin for n in 1 .. 40 loop perform app.close_month(); end loop; end $$;
select is(tests.totals('admin'), array[1.00, 1.00, 3.00], 'closing months does not change the dashboard');

-- Comparison periods: today is 2031-06-01, yesterday the last of May, the same day of the previous month May 1st.
select is(tests.earlier_totals('admin'), '[1.00, 0, 3.00, 0]',
  'the dashboard compares with yesterday and with the previous thirty days');
select tests.as_owner(), tests.set_time('2031-06-29 12:30+00');
select is(tests.earlier_totals('admin'), '[0, 1.00, 1.00, 2.00]',
  'the dashboard compares the month with the previous month up to the same day');
select is(tests.earlier_totals('fleet4'), '[0, 0, 1.00, 1.00]', 'a fleet''s dashboard compares the month in the same way');
select tests.as_owner(), tests.set_time('2031-05-31 12:30+00');

-- Refusals
select tests.act_as('rider');
select throws_ok($$ select public.dashboard_totals() $$, 'PT403', 'not_allowed', 'a rider cannot read the dashboard');
select tests.act_as('driver');
select throws_ok($$ select public.dashboard_totals() $$, 'PT403', 'not_allowed', 'a driver cannot read the dashboard');
select tests.as_visitor();
select throws_ok($$ select public.dashboard_totals() $$, '42501', null, 'a visitor cannot read the dashboard');
select tests.as_owner();
select throws_ok($$ select public.dashboard_totals() $$, 'PT401', 'must_login',
  'a caller without a session cannot read the dashboard');

select * from finish();
