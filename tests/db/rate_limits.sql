-- Rate limits.
select no_plan();
select tests.as_service();
select ok(public.take_rate_limit('t', 2, 60), 'the first use passes');
select ok(public.take_rate_limit('t', 2, 60), 'the second too');
select ok(not public.take_rate_limit('t', 2, 60), 'the third does not');
select ok(public.take_rate_limit('u', 2, 60), 'another bucket is another count');
select tests.turn('59 seconds');
select ok(not public.take_rate_limit('t', 2, 60), 'the window lasts');
select tests.turn('2 seconds');
select ok(public.take_rate_limit('t', 2, 60), 'and ends');
select tests.act_as('admin');
select throws_ok($$ select public.take_rate_limit('t', 2, 60) $$, '42501', null, 'people cannot take');
select tests.as_visitor();
select throws_ok($$ select public.take_rate_limit('t', 2, 60) $$, '42501', null, 'visitors neither');
select throws_ok($$ select 1 from app.rate_limits $$, '42501', null, 'and nobody reads the counts');
select * from finish();
