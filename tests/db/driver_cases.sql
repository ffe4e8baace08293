-- Problems that drivers report to the desk, on a trip and after it.
select no_plan();
create function tests.case_id(kind text) returns uuid language sql stable security definer as $$ select c.id from public.cases c where c.kind = case_id.kind and c.driver_id is not null order by c.created_at desc, c.id desc limit 1 $$;
create function tests.reasons() returns text language sql volatile security definer as $$
  select string_agg(a.reason, ' ' order by a.reason) from app.attention() a where a.reason like 'case\_%' or a.reason like 'report\_%'
$$;
select tests.ride('STARTED');

-- On the trip
select tests.as_visitor();
select throws_ok($$ select public.report_problem(tests.booking(), 'accident', 'x') $$, '42501', null, 'a visitor cannot report a problem');
select tests.act_as('rider');
select throws_ok($$ select public.report_problem(tests.booking(), 'accident', 'x') $$, 'PT403', 'not_a_driver', 'a rider cannot report a problem as a driver');
select tests.act_as('driver2');
select throws_ok($$ select public.report_problem(tests.booking(), 'accident', 'x') $$, 'PT404', 'booking_not_found', 'another driver cannot report a problem of the trip');
select tests.act_as('driver');
select throws_ok($$ select public.report_problem(tests.booking(), 'lost', 'x') $$, 'PT422', 'select_proper', 'a driver''s report of an unknown kind is refused');
select throws_ok($$ select public.report_problem(tests.booking(), null, 'x') $$, 'PT422', 'select_proper', 'a driver''s report without a kind is refused');
select throws_ok($$ select public.report_problem(tests.booking(), 'accident', '  ') $$, 'PT422', 'message_invalid', 'a driver''s report with a blank message is refused');
select throws_ok($$ select public.report_problem(tests.booking(), 'accident', repeat('x', 2001)) $$, 'PT422', 'message_invalid', 'a driver''s report of 2001 characters is refused');
select is((public.report_problem(tests.booking(), 'accident', 'A car hit us', '00000000-0000-4000-8000-000000000001')).driver_id, tests.id('driver'), 'a driver can report a problem during the trip');
select is((public.report_problem(tests.booking(), 'accident', 'Another text', '00000000-0000-4000-8000-000000000001')).message, 'A car hit us', 'a report with a repeated key answers the first report');
select is((public.report_problem(tests.booking(), 'accident', 'A car hit us')).id, tests.case_id('accident'), 'a report with the same text answers the open report');
select throws_ok($$ select public.report_problem(tests.booking(), 'accident', 'And a bus') $$, 'PT409', 'case_open', 'a second open report of the same kind is refused');
select is(tests.reasons(), 'report_accident', 'an open report appears on the attention list');

-- Cases of the rider and reports of the driver for one trip
select tests.as_owner();
create temporary table first on commit drop as select tests.booking() as id;
grant select on first to public;
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select lives_ok($$ select tests.let('rider', format('select public.open_case(%L, ''fare'', ''Too much'')', tests.booking())) $$, 'the rider can open a case about the fare');
select tests.act_as('driver');
select lives_ok($$ select public.report_problem(tests.booking(), 'fare', 'Too little') $$, 'the driver of the same trip can also report the fare');
select lives_ok($$ select public.report_problem(tests.booking(), 'found', 'An umbrella') $$, 'a driver can report an item left in the car');
select results_eq($$ select c.kind from public.cases c where c.booking_id = tests.booking() order by c.kind $$, $$ values ('accident'), ('fare'), ('found') $$, 'a driver reads the own reports and not the rider''s case');
select tests.act_as('rider');
select results_eq($$ select c.kind, c.message from public.cases c $$, $$ values ('fare', 'Too much') $$, 'a rider reads the own case and not the driver''s reports');
select tests.act_as('driver2');
select is_empty($$ select 1 from public.cases $$, 'another driver cannot read the reports');
select is(tests.reasons(), 'case_fare report_accident report_fare report_found',
  'the attention list tells the rider''s cases from the driver''s reports');
select tests.act_as('admin');
select results_eq($$ select c.kind, c.driver_id is not null from tests.booking_cases(tests.booking()) c order by 1, 2 $$, $$ values ('accident', true), ('fare', false), ('fare', true), ('found', true) $$, 'an admin can read the cases of both sides');
select is((select a.contact_name from tests.attention_list() a where a.reason = 'report_found'), (select b.driver_name from public.bookings b where b.id = tests.booking()), 'a report on the attention list has the driver as its contact');

-- The answer
select is((public.answer_case(tests.case_id('found'), 'Bring it to the office', true)).closed_at, app.now(), 'an admin can answer and close a report at once');
select tests.as_owner();
select results_eq($$ select n.key, n.screen from public.notices n where n.user_id = tests.id('driver') and n.key = 'case_answered' $$, $$ values ('case_answered', 'BookedCab') $$, 'the driver gets a notice of the answer');
select is_empty($$ select 1 from public.notices n where n.user_id = tests.id('rider') and n.key = 'case_answered' $$, 'the rider gets no notice of the answer to the driver');
select is(tests.reasons(), 'case_fare report_accident report_fare', 'a closed report leaves the attention list');

-- A trip given to another driver, and the time limit
select tests.as_owner(), tests.ride('ACCEPTED');
select tests.let('driver', format('select public.cancel_booking(%L)', tests.booking()));
select tests.act_as('driver');
select lives_ok($$ select public.report_problem(tests.booking(), 'vehicle', 'A flat tyre') $$, 'a driver who gave a trip back can still report a problem');
select tests.turn('31 days');
select tests.act_as('driver');
select throws_ok($$ select public.report_problem((select id from first), 'something', 'x') $$, 'PT409', 'case_too_late', 'a driver cannot report a problem 31 days after the trip');
select ok((select jsonb_array_length(public.export_my_data() -> 'cases')) >= 4,
  'a driver''s data export contains the own reports');
select tests.as_owner();
create function tests.forget(name text) returns void language sql security definer as $$ select app.anonymize_person(tests.id(name)) $$;
select tests.as_owner(), tests.forget('driver');
select is_empty($$ select 1 from public.cases where driver_id is not null and message <> 'deleted' $$, 'deleting the driver''s account removes the report texts');
select * from finish();
